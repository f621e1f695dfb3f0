#!/bin/sh
# Writes a few good inputs for each target to the folder given, for the fuzzer to begin from.
set -eu
folder=${1:?usage: seeds.sh FOLDER}
mkdir -p "$folder/csv" "$folder/npy" "$folder/idx" "$folder/mat" "$folder/safetensors" \
  "$folder/table" "$folder/cmdstan_csv" "$folder/alpha" "$folder/distribution_json" "$folder/report_json" "$folder/sweep_file"

# The first byte chooses the options (csv_fuzz.cpp); \001 allows NaN and detects the rest.
printf '\001# config\nlp__,theta.1\n0,1.5\n-inf,NaN\n' >"$folder/csv/cmdstan"
printf '\000"a;""b""";c\r\n1;2\r\n' >"$folder/csv/quotes"
printf '\000  1 2\t3\n4   5 6' >"$folder/csv/whitespace"
printf '\000\357\273\277x\ty\n1e-400\t+2\n' >"$folder/csv/tabs"
{ printf '\000'; printf '1,2\n3,4\n' | gzip -n; } >"$folder/csv/packed"

printf '# method = variational\nlp__,log_p__,log_g__,x.1\n0,0,0,1\n0,-inf,-2,NaN\n' \
  >"$folder/cmdstan_csv/variational"

# npy NAME DESCR ORDER SHAPE BYTES: version 1, whose header is padded to 118 bytes.
npy() {
  printf '\223NUMPY\001\000\166\000%-117s\n' \
    "{'descr': '$2', 'fortran_order': $3, 'shape': $4, }" >"$folder/npy/$1"
  printf "$5" >>"$folder/npy/$1"
}
npy f8 '<f8' False '(1, 2)' '\0\0\0\0\0\0\370\077\0\0\0\0\0\0\0\300'
npy f4 '>f4' True '(2, 1)' '\077\200\0\0\100\0\0\0'
npy i2 '<i2' False '(3,)' '\377\377\0\200\1\0'
npy b1 '|b1' False '(2,)' '\0\1'
gzip -n <"$folder/npy/f8" >"$folder/npy/packed"

printf '\0\0\10\3\0\0\0\2\0\0\0\1\0\0\0\3\1\2\3\4\5\377' >"$folder/idx/bytes"
printf '\0\0\15\2\0\0\0\1\0\0\0\1\077\200\0\0' >"$folder/idx/float"
gzip -n <"$folder/idx/bytes" >"$folder/idx/packed"

# One array x of 1 x 2 bytes of class double, in either byte order.
{
  printf '%-124s\0\1IM' 'MATLAB 5.0 MAT-file'
  printf '\16\0\0\0\060\0\0\0\6\0\0\0\10\0\0\0\6\0\0\0\0\0\0\0\5\0\0\0\10\0\0\0\1\0\0\0\2\0\0\0'
  printf '\1\0\1\0x\0\0\0\2\0\2\0\1\2\0\0'
} >"$folder/mat/little"
{
  printf '%-124s\1\0MI' 'MATLAB 5.0 MAT-file'
  printf '\0\0\0\16\0\0\0\060\0\0\0\6\0\0\0\10\0\0\0\6\0\0\0\0\0\0\0\5\0\0\0\10\0\0\0\1\0\0\0\2'
  printf '\0\1\0\1x\0\0\0\0\2\0\2\1\2\0\0'
} >"$folder/mat/big"

# tensors NAME LENGTH HEADER BYTES: LENGTH is the header's, as one octal escape.
tensors() {
  printf "\\$2\0\0\0\0\0\0\0" >"$folder/safetensors/$1"
  printf '%s' "$3" >>"$folder/safetensors/$1"
  printf "$4" >>"$folder/safetensors/$1"
}
tensors none 002 '{}' ''
tensors f32 066 '{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}' 1234
tensors u8 130 '{"__metadata__":{"kind":"linear"},"b":{"dtype":"U8","shape":[2,1],"data_offsets":[0,2]}}' 12

# The first byte chooses the options (table_fuzz.cpp).
printf '\001y,colour,x\n1,red,2\n2,NA,?\n3,blue,4\n' >"$folder/table/words"
printf '\002y;code\n1;7\n2;8\n' >"$folder/table/categorical"
printf '\004 1 2 3\n 4 5 6\n' >"$folder/table/raw"

printf '1,0,-inf,0.5,vi,iwae,vr-max,vr-min,+2e-3' >"$folder/alpha/all"
printf '4.9406564584124654e-324,-0,1e308' >"$folder/alpha/extremes"

json() { printf '%s' "$2" >"$folder/distribution_json/$1"; }
json gaussian '{"gaussian":{"mean":[0,0],"covariance":[[1,0.5],[0.5,2]]}}'
json diagonal '{"gaussian":{"mean":0,"variance":[1e-300]}}'
json bernoulli '{"bernoulli":0.3}'
json categorical '{"categorical":[0.2,0.8,0]}'
json gamma '{"gamma":{"shape":2,"rate":3}}'
json beta '{"beta":{"a":1,"b":2}}'
json dirichlet '{"dirichlet":{"concentration":[1,2,3]}}'

# Results of one table, one figure and one image of 2 x 1 pixels.
result() { printf '{"renyi":"0","command":"c","options":{"seed":1,"a":"-inf"},"tables":{%s},"data":[],"figures":{%s},"images":{%s}}' "$2" "$3" "$4" >"$folder/report_json/$1"; }
axis='{"label":"","logarithmic":true,"categories":["p"]}'
result table '"t":{"title":"","columns":["a","b"],"rows":[[1.5,"NaN"],[null,"w"]],"notes":[]}' '' ''
result figure '' '"f":{"title":"","x":'"$axis"',"y":'"$axis"',"equal_scales":false,"series":[{"name":"s","group":"","mark":"line","dashed":true,"x":[1],"y":["+inf"],"lower":[0],"upper":[2]}],"notes":[]}' ''
result image '' '' '"i":{"title":"","width":2,"height":1,"columns":1,"png":["iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAAAAADRSSBWAAAAC0lEQVR42mNgaAAAAIMAgRRrm0MAAAAASUVORK5CYII="],"notes":[]}'

cp "$(dirname "$0")/../examples/boston.toml" "$folder/sweep_file/boston"
printf 'fit = "vae"\ndata = ["a", "b"]\ntest = "c"\ntest_draws = 5\n[options]\nhidden = [[50, 50], 20]\nbinarise = false\n' \
  >"$folder/sweep_file/images"
