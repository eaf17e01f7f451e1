// Only a node in memory: no contracts are compiled, so no compiler has to be downloaded.
module.exports = { solidity: { compilers: [] }, networks: { hardhat: { chainId: 31337 } } }
