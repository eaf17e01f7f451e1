import { defineConfig } from 'hardhat/config'

export default defineConfig({
  networks: {
    default: {
      type: 'edr-simulated',
      chainType: 'l1',
      chainId: 1337,
      // Before any block that it is given, because its time only advances.
      initialDate: '2015-07-30T00:00:00Z',
      // Blocks have the transactions that they are given, in that order, also those that fail.
      mining: { auto: false, mempool: { order: 'fifo' } },
      throwOnTransactionFailures: false,
    },
  },
})
