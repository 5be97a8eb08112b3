"""PySCF: the Hartree-Fock energy of two water molecules."""
import pyscf

water = "O 0 0 0; H 0.96 0 0; H -0.24 0.93 0; O 3 0 0; H 3.96 0 0; H 2.76 0.93 0"
print(f"{pyscf.M(atom=water, basis='6-31g', verbose=0).RHF().run().e_tot:.8f}")
