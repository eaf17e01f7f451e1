import { ommerSetup } from 'ommer/vitest'

// With a node, what the tests ask for is kept in a folder; without one, that folder is all that they have.
const { FORK_URL, FORK_WITNESS = 'test/data/fork-witness' } = process.env

export default ommerSetup({
  fork: {
    rpc: FORK_URL,
    offline: FORK_URL === undefined,
    block: 8,
    witness: FORK_WITNESS,
    proofs: 'require',
    spec: { mnemonic: 'test test test test test test test test test test test junk' },
  },
  // In the dialect anvil, endpoints would begin with funded accounts, which no block explains.
  serve: { dev: true, dialect: 'geth' },
})
