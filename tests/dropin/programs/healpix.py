"""healpy: spherical harmonics of a map there and back."""
import healpy
import numpy

generator = numpy.random.default_rng(9)
sky = generator.normal(size=healpy.nside2npix(64))
harmonics = healpy.map2alm(sky, lmax=96, iter=2)
back = healpy.alm2map(harmonics, 64)
print(f"{numpy.abs(harmonics).sum():.8f} {back.std():.10f} {healpy.alm2cl(harmonics)[3]:.12e}")
