% Octave on OpenBLAS's OpenMP build.
a = reshape(mod((1:160000) * 7919, 1009) / 1009, 400, 400);
b = a * a';
printf("%.9e %.9e\n", sum(b(:)), trace(b));
x = (b + 400 * eye(400)) \ a(:, 1);
printf("%.9e\n", sum(x));
printf("%.8e\n", max(eig(b + b')));
