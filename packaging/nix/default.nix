# nix-build packaging/nix
{ pkgs ? import <nixpkgs> { }, lib ? pkgs.lib, stdenv ? pkgs.stdenv }:

stdenv.mkDerivation {
  pname = "xomp";
  version = "1.0.0";
  src = lib.cleanSource ../..;

  nativeBuildInputs = with pkgs; [ cmake ninja python3 ];
  buildInputs = with pkgs; [ cli11 elfutils fmt hwloc nlohmann_json zlib ];

  # What is opened by its name at run time.
  postFixup = ''
    patchelf --add-rpath ${lib.getLib pkgs.hwloc}/lib $out/lib/libgomp-xomp.so
  '';

  doInstallCheck = true;
  installCheckPhase = ''
    $out/bin/xomp run -- true
  '';

  meta = {
    description = "OpenMP runtime for extremely fine-grained tasks, in the place of libgomp, libomp and libiomp5";
    license = lib.licenses.asl20;
    mainProgram = "xomp";
    platforms = [ "x86_64-linux" "aarch64-linux" ];
  };
}
