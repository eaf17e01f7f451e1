import { describe, expect, it } from 'vitest'
import type { Account } from '../../../src/chain/accounts.ts'
import type { BlockAuthor } from '../../../src/chain/byHand/blockAuthor.ts'
import { BlockMisuseError } from '../../../src/chain/byHand/misuse.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import { ArgumentError } from '../../../src/primitives/argumentError.ts'

const to = `0x${'ab'.repeat(20)}` as const
const ACCOUNT = 'an account with address and privateKey, as in chain.accounts'

const chain = await createChain({ blocks: 0, preset: 'latest' })
const [from] = chain.accounts as [Account]

/** What a block that is written answers to a call, which leaves the chain as it is. */
async function failureOf(write: (block: BlockAuthor) => unknown): Promise<unknown> {
  const stop = new Error('not refused')
  return chain
    .build(1, async (block) => {
      await write(block)
      throw stop
    })
    .catch((error: unknown) => (error === stop ? undefined : error))
}

describe('an error of a block that is written', () => {
  it.each<[request: () => object | undefined, problem: string]>([
    [() => ({ to, value: 1n }), `block 1: from: it is missing; want ${ACCOUNT}`],
    [() => ({ to, from: from.address }), `' is not ${ACCOUNT}`],
    [() => ({ to, from: { address: from.address } }), `block 1: from: an object is not ${ACCOUNT}`],
    [
      () => ({ to, from, authorizations: [{ address: to }] }),
      `block 1: authorizations[0].from: it is missing; want ${ACCOUNT}`,
    ],
    [() => ({ from, to, type: '2' }), "block 1: type: '2' is none of: 0, 1, 2, 3, 4"],
    [
      () => ({ from, to, maxFeePerGas: '1' }),
      "block 1: maxFeePerGas: '1' is not a bigint from 0 to 2^256 - 1",
    ],
    [
      () => ({ from, to, accessList: [{ address: to, storageKeys: ['0x01'] }] }),
      "block 1: accessList[0].storageKeys[0]: '0x01' is not hex of 32 bytes",
    ],
    [
      () => undefined,
      'block 1: transaction: it is missing; want an object of from, to, value, data, gas',
    ],
  ])('names what is wrong with a transaction: %#', async (request, problem) => {
    const failure = await failureOf((block) => block.add(request() as never))
    expect((failure as Error).message).toContain(problem)
    expect(failure).toMatchObject({ code: 'INVALID_TRANSACTION' })
  })

  it.each<[what: string, write: (block: BlockAuthor) => Promise<unknown>, problem: RegExp]>([
    [
      'a transaction',
      (block) => block.add({ from, to, gass: 1n } as never),
      /^block 1: gass: there is no such field; .*; did you mean gas\?$/,
    ],
    [
      'an authorization',
      (block) => block.add({ from, to, type: 4, authorizations: [{ from, adress: to } as never] }),
      /^block 1: authorizations\[0\]\.adress: .*; did you mean address\?$/,
    ],
    [
      'a withdrawal',
      (block) => block.addWithdrawal({ address: to, amount: 1n } as never),
      /^block 1: amount: there is no such field; those known are: address, amountGwei, validator/,
    ],
  ])('names an unknown field of %s, with a suggestion', async (_, write, problem) => {
    expect(await failureOf(write)).toMatchObject({
      message: expect.stringMatching(problem),
      code: expect.stringMatching(/^INVALID_/),
    })
  })

  it('names the arguments of chain.build', async () => {
    const build = chain.build(1, undefined as never)
    await expect(build).rejects.toThrow('write: it is missing; want a function')
    await expect(build).rejects.toBeInstanceOf(ArgumentError)
  })
})

const wrongValues: readonly unknown[] = [
  null,
  -1,
  1.5,
  'x',
  '0x',
  true,
  -1n,
  [null],
  ['x'],
  [[]],
  {},
  Object.create(null),
  Symbol('x'),
  () => {},
]

const requestFields = ['from', 'to', 'value', 'data', 'gas', 'nonce', 'type', 'gasPrice']
  .concat(['maxFeePerGas', 'maxPriorityFeePerGas', 'accessList', 'replayProtected'])
  .concat(['blobVersionedHashes', 'maxFeePerBlobGas', 'authorizations'])

describe('wrong values never cause an error of JavaScript', () => {
  async function expectMisuse(write: (block: BlockAuthor) => unknown): Promise<void> {
    const failure = await failureOf(write)
    if (failure === undefined) return
    expect(failure).toBeInstanceOf(BlockMisuseError)
    expect((failure as Error).cause ?? failure).not.toBeInstanceOf(TypeError)
    expect((failure as Error).message).not.toMatch(/undefined|\[object|Cannot|not a function/)
  }

  it.each(requestFields)('in the field %s of a transaction', async (name) => {
    for (const value of wrongValues) {
      const request = { from, to, [name]: value }
      await expectMisuse((block) => block.add(request as never))
    }
  })

  it.each(['from', 'address', 'chainId', 'nonce'])('in %s of an authorization', async (name) => {
    for (const value of wrongValues) {
      const authorizations = [{ from, address: to, [name]: value }]
      await expectMisuse((block) => block.add({ from, to, authorizations } as never))
    }
  })

  it.each(['address', 'storageKeys'])('in %s of an access list', async (name) => {
    for (const value of wrongValues) {
      const accessList = [{ address: to, storageKeys: [], [name]: value }]
      await expectMisuse((block) => block.add({ from, to, accessList } as never))
    }
  })

  it.each<[string, (block: BlockAuthor, value: never) => unknown]>([
    ['add', (block, value) => block.add(value)],
    ['addRaw', (block, value) => block.addRaw(value)],
    ['include', (block, value) => block.include(value)],
    ['account', (block, value) => block.account(value)],
    ['addUncle', (block, value) => block.addUncle(value)],
    ['addWithdrawal', (block, value) => block.addWithdrawal(value)],
    ['setMiner', (block, value) => block.setMiner(value)],
    ['setTimestamp', (block, value) => block.setTimestamp(value)],
    ['setExtraData', (block, value) => block.setExtraData(value)],
  ])('as the argument of %s', async (_, call) => {
    for (const value of wrongValues) await expectMisuse((block) => call(block, value as never))
  })

  it.each(['0x', '0xc0', '0xc1c0', '0x01', '0x02c0', '0x03f8', '0x05c0', '0x04c1c0'] as const)(
    'as the bytes %s of a transaction',
    async (bytes) => {
      await expectMisuse((block) => block.addRaw(bytes))
      await expectMisuse((block) => block.include(bytes))
    },
  )
})
