// A node in memory and nothing else: no contracts of ours are compiled, so no compiler need be fetched.
module.exports = { solidity: { compilers: [] }, networks: { hardhat: { chainId: 31337 } } }
