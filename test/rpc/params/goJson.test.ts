import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { messageOf } from '../../../src/primitives/errors.ts'
import { blockOverrides } from '../../../src/rpc/params/blockOverrides.ts'
import { callObject } from '../../../src/rpc/params/callObject.ts'
import { address, readGo, struct, uint64 } from '../../../src/rpc/params/goJson.ts'
import { stateOverrides } from '../../../src/rpc/params/stateOverrides.ts'

// See test/data/geth/README.md.

const decoders = { call: callObject, stateOverrides, blockOverrides }

const recorded: readonly (readonly [keyof typeof decoders, unknown, string | null])[] = JSON.parse(
  readFileSync('test/data/geth/callArguments.json', 'utf8'),
)

it('accepts what geth accepts, and refuses the rest with its messages', () => {
  expect(recorded.length).toBeGreaterThan(400)
  for (const [kind, value, problem] of recorded) {
    let said: string | null = null
    try {
      decoders[kind].read(value, 2)
    } catch (error) {
      said = messageOf(error)
    }
    const expected = problem === null ? null : `invalid argument 2: ${problem}`
    expect([kind, value, said]).toEqual([kind, value, expected])
  }
})

it('leaves out members that are undefined, as JSON does', () => {
  const decoder = struct('ethapi.TransactionArgs', { to: address, gas: uint64 })
  const read = readGo(decoder, { to: undefined, gas: '0x1' }, (problem) => new Error(problem))
  expect(read).toEqual({ gas: 1n })
})
