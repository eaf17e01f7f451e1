import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Account } from '../../../src/chain/accounts.ts'
import type { Chain } from '../../../src/chain/chain.ts'
import { contractAbis } from '../../../src/chain/contracts/contract.ts'
import { delegateContract } from '../../../src/chain/contracts/delegate.ts'
import { loggerContract } from '../../../src/chain/contracts/logger.ts'
import { mortalContract } from '../../../src/chain/contracts/mortal.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import { ContractIndex } from '../../../src/chain/deployments/contractIndex.ts'
import type { SealedBlock } from '../../../src/chain/encoding/block.ts'
import { presetNames } from '../../../src/chain/spec/presets.ts'
import { fromByteText } from '../../../src/chain/state/byteText.ts'
import { ArgumentError } from '../../../src/primitives/argumentError.ts'
import { fromHex, toHex } from '../../../src/primitives/hex.ts'
import { keccak256 } from '../../../src/primitives/keccak.ts'
import { arbitrarySpec } from '../../support/arbitrarySpec.ts'
import { repeated } from '../../support/sized.ts'

const EMPTY_CODE = toHex(keccak256(new Uint8Array(0)))

/** The code of a contract that only clears its slots. */
const CLEARS_SLOTS = /^0x(600060[0-9a-f]{2}55)+$/

/** The hashes of the addresses of all contracts that a state has, but those that only fill blocks or clear slots. */
async function contractsInState(chain: Chain, block: SealedBlock): Promise<string[]> {
  const [state, codes] = await Promise.all([chain.states.after(block), chain.states.codes()])
  const found = [...state.entries()].filter(([, { codeHash }]) => {
    if (toHex(codeHash) === EMPTY_CODE) return false
    const code = codes.get(toHex(codeHash).slice(2))?.code as Uint8Array
    const isDelegation = toHex(code).startsWith('0xef0100')
    const isFiller = code.length > 1 && code.every((byte) => byte === 0)
    return !isDelegation && !isFiller && !CLEARS_SLOTS.test(toHex(code))
  })
  return found.map(([key]) => toHex(fromByteText(key))).sort()
}

function listed(chain: Chain, block: SealedBlock): string[] {
  const contracts = chain.contractIndex.at(block)
  return contracts.map(({ address }) => toHex(keccak256(fromHex(address)))).sort()
}

describe.each(presetNames)('the contracts of %s', (preset) => {
  it('are those that the state after every block has, on the main branch and on others', async () => {
    const chain = await createChain({ preset, seed: 'listed', blocks: 40 })
    await chain.extendBranch(4, 'other', 12)
    const { tree } = chain
    const main = Array.from({ length: 41 }, (_, number) => tree.byNumber(number) as SealedBlock)
    let count = 0
    // From the newest to the oldest, and then branches, whose blocks may destroy contracts of the main branch.
    for (const block of [...main.reverse(), ...tree.sideBlocks]) {
      const expected = await contractsInState(chain, block)
      expect(listed(chain, block), `block ${block.number} ${block.hash}`).toEqual(expected)
      count += expected.length
    }
    expect(count).toBeGreaterThan(200)
  })
})

it('are those of the state on chains of any spec', async () => {
  await fc.assert(
    fc.asyncProperty(arbitrarySpec, async (spec) => {
      const chain = await createChain(spec)
      const { head } = chain.tree
      expect(listed(chain, head)).toEqual(await contractsInState(chain, head))
    }),
    { numRuns: repeated(8, 200), endOnFailure: true },
  )
})

it('have the name and symbol that the contract itself returns, and code since their block', async () => {
  const chain = await createChain({ seed: 'named', blocks: 40, preset: 'latest' })
  const named = chain.contracts.filter(({ role }) => role === 'token' || role === 'collectible')
  expect(named.length).toBeGreaterThan(1)
  for (const { address, name, symbol, deployedAt } of named) {
    const texts = await Promise.all(
      ['0x06fdde03', '0x95d89b41'].map(async (data) => {
        const output = await chain.call({ to: address, data: data as `0x${string}` })
        const length = Number(BigInt(`0x${output.slice(66, 130)}`))
        return Buffer.from(output.slice(130, 130 + 2 * length), 'hex').toString()
      }),
    )
    expect(texts).toEqual([name, symbol])
    expect((await chain.account(address, { at: deployedAt - 1 })).code).toBe('0x')
    expect((await chain.account(address, { at: deployedAt })).code.length).toBeGreaterThan(1000)
  }
})

it('have the ABI of their role', async () => {
  const chain = await createChain({ seed: 'named', blocks: 40, preset: 'latest' })
  for (const { role, abi } of chain.contracts) expect(abi).toBe(contractAbis[role])
})

describe('a contract that a test deploys', () => {
  it('is listed if its creation succeeds, before Byzantium too', async () => {
    const chain = await createChain({ blocks: 1, traffic: {}, forks: { homestead: 0 } })
    const [alice] = chain.accounts as [Account]
    const { creationCode } = loggerContract
    const before = chain.contracts.length
    await chain.build(1, async (block) => {
      await block.add({ from: alice, data: creationCode, gas: 120_000n })
    })
    expect(chain.contracts.length).toBe(before)
    const [block] = await chain.build(1, async (block) => {
      await block.add({ from: alice, data: creationCode, gas: 500_000n })
    })
    const address = block?.receipts[0]?.contractAddress
    expect(chain.contracts.slice(before)).toMatchObject([
      { role: 'logger', address, deployedAt: 3 },
    ])
  })

  it('is not listed if ommer does not know its code', async () => {
    const chain = await createChain({ blocks: 1, preset: 'latest' })
    const [alice] = chain.accounts as [Account]
    const before = chain.contracts
    await chain.build(1, async (block) => {
      await block.add({ from: alice, data: '0x600160005360016000f3' })
    })
    expect(chain.contracts).toEqual(before)
  })

  it.each([
    ['london', 0],
    ['cancun', 1],
  ] as const)('under %s is listed %s times after it destroys itself', async (fork, count) => {
    const forks = fork === 'london' ? { london: 0 } : { cancun: 0 }
    const chain = await createChain({ blocks: 0, forks, traffic: { 'self-destruct': 0 } })
    const [alice] = chain.accounts as [Account]
    const { creationCode, selectors } = mortalContract
    const data = `${selectors.destroy}${'00'.repeat(32)}` as const
    await chain.build(1, async (block) => {
      await block.add({ from: alice, data: creationCode })
    })
    const { address } = chain.contract('mortal')
    await chain.build(1, async (block) => {
      await block.add({ from: alice, to: address, data })
    })
    const { head } = chain.tree
    expect(chain.contracts.filter(({ role }) => role === 'mortal').length).toBe(count)
    expect(listed(chain, head)).toEqual(await contractsInState(chain, head))
    // It existed before.
    const before = chain.contractIndex.at(chain.tree.byNumber(1) as SealedBlock)
    expect(before.some((contract) => contract.address === address)).toBe(true)
  })

  it('is not destroyed by a call of a contract that is not its kind', async () => {
    const chain = await createChain({ blocks: 0, forks: { london: 0 } })
    const [alice] = chain.accounts as [Account]
    await chain.build(1, async (block) => {
      await block.add({ from: alice, data: delegateContract.creationCode })
    })
    const { address } = chain.contract('delegate')
    await chain.build(1, async (block) => {
      await block.add({ from: alice, to: address, data: mortalContract.selectors.destroy })
    })
    expect(chain.contract('delegate').address).toBe(address)
  })
})

describe('chain.contract', () => {
  it('returns the oldest contract with a role', async () => {
    const chain = await createChain({ blocks: 30, preset: 'latest' })
    const tokens = chain.contracts.filter(({ role }) => role === 'token')
    expect(tokens.length).toBeGreaterThan(1)
    expect(chain.contract('token')).toBe(tokens[0])
  })

  it('throws one line if the chain has none', async () => {
    const chain = await createChain({ blocks: 0, preset: 'latest' })
    expect(() => chain.contract('token')).toThrow(
      new ArgumentError(
        "there is no contract with the role 'token' at block 0; roles of its contracts: system",
        'NO_SUCH_CONTRACT',
      ),
    )
    const bare = await createChain({ blocks: 0, preset: 'pow' })
    expect(bare.contracts).toEqual([])
    expect(() => bare.contract('token')).toThrow(/roles of its contracts: none$/)
  })
})

describe('chain.contract with a role that does not exist', () => {
  it.each([
    ['tokn', /^role: 'tokn' is none of: .*token.*; did you mean token\?$/],
    [undefined, /^role: it is missing; want one of: /],
  ])('refuses %s', async (role, problem) => {
    const chain = await createChain({ blocks: 0, preset: 'pow' })
    const find = () => chain.contract(role as never)
    expect(find).toThrow(problem)
    expect(find).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
  })
})

describe('reading blocks', () => {
  it('follows a chain that grows', async () => {
    const [whole, growing] = await Promise.all([
      createChain({ seed: 'grow', blocks: 30 }),
      createChain({ seed: 'grow', blocks: 0 }),
    ])
    for (let count = 0; count < 30; count++) {
      await growing.extend(1)
      const { head } = growing.tree
      expect(growing.contracts).toEqual(
        whole.contractIndex.at(whole.tree.byHash(head.hash) as SealedBlock),
      )
    }
  })

  it('pauses between slices, and then has the same result', async () => {
    const chain = await createChain({ seed: 'grow', blocks: 200, traffic: { burst: 0 } })
    const index = new ContractIndex(chain.tree, [])
    let pauses = 0
    await index.read(chain.tree.head, async () => {
      pauses++
    })
    expect(pauses).toBe(Math.ceil(201 / 64))
    expect(index.at(chain.tree.head)).toEqual(
      chain.contracts.filter(({ role }) => role !== 'system'),
    )
  })
})
