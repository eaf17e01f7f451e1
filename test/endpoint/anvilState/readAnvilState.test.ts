import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  readAnvilAccounts,
  readAnvilState,
} from '../../../src/endpoint/anvilState/readAnvilState.ts'

const file = new URL('../../data/anvil/state.json', import.meta.url)
const written = JSON.parse(readFileSync(file, 'utf8'))
const block = written.blocks[0]

describe('only the accounts of a state', () => {
  it('are those of the whole, with the hash of the last block', () => {
    const { accounts, blocks } = readAnvilState(written)
    expect(readAnvilAccounts(written)).toEqual({ accounts, lastHash: blocks.at(-1)?.hash })
    expect(blocks.length).toBeGreaterThan(1)
  })

  it('are read of a state without blocks', () => {
    const { accounts } = readAnvilState({ accounts: written.accounts })
    const alone = readAnvilAccounts({ accounts: written.accounts })
    expect(alone).toEqual({ accounts, lastHash: undefined })
  })

  it('are after the block that the state names, else after the highest', () => {
    const [first, ...rest] = readAnvilState(written).blocks
    expect(readAnvilAccounts({ ...written, best_block_number: 0 }).lastHash).toBe(first?.hash)
    const { best_block_number: _, ...old } = written
    expect(readAnvilAccounts(old).lastHash).toBe(rest.at(-1)?.hash)
  })

  it.each([
    [{ best_block_number: 999 }, 'best_block_number: there is no block 999'],
    [{ blocks: [{}] }, 'blocks[0].header.number: want a number'],
    [
      { blocks: [{ ...block, header: { ...block.header, stateRoot: 7 } }] },
      'blocks[0].header.stateRoot: 7 is not hex',
    ],
    [{ accounts: { '0x12': { nonce: 0, balance: 0 } } }, 'accounts.0x12: it is not an address'],
  ])('%j is refused', (change, message) => {
    const given = { ...written, best_block_number: null, ...change }
    expect(() => readAnvilAccounts(given)).toThrow(message)
  })
})
