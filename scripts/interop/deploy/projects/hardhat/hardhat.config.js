import { fileURLToPath } from 'node:url'
import hardhatEthers from '@nomicfoundation/hardhat-ethers'
import { defineConfig } from 'hardhat/config'

export default defineConfig({
  plugins: [hardhatEthers],
  solidity: {
    version: '0.8.37',
    // From npm, where Hardhat would download it.
    path: fileURLToPath(import.meta.resolve('solc/soljson.js')),
    settings: { evmVersion: 'cancun' },
  },
  networks: {
    localhost: { type: 'http', url: process.env.RPC_URL ?? 'http://127.0.0.1:8545' },
  },
})
