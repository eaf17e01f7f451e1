# Generates and compiles the indexer. Its URL, which it would contain, is that of each run.
set -e
PATH="$PWD/bin:$PATH" node_modules/.bin/envio codegen
sed -i 's|"http://localhost/RPC_URL"|process.env.RPC_URL|' generated/src/Generated.res.js
grep -q process.env.RPC_URL generated/src/Generated.res.js
