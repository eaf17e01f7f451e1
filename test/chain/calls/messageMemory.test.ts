import { describe, expect, it } from 'vitest'
import { MessageMemory } from '../../../src/chain/calls/messageMemory.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import { serve } from '../../../src/server/serve.ts'
import { post, request } from '../../support/transports.ts'

const MEBIBYTE = 1024 * 1024
const TOO_MUCH = 'execution aborted (out of memory)'

describe('MessageMemory', () => {
  it('counts the memory of all open frames', () => {
    const memory = new MessageMemory()
    memory.grow(200 * MEBIBYTE)
    memory.enter()
    memory.grow(56 * MEBIBYTE)
    expect(() => memory.grow(1)).toThrow(TOO_MUCH)
  })

  it('releases the memory of a frame that ends, and what the frame before has returned', () => {
    const memory = new MessageMemory()
    for (let call = 0; call < 100; call++) {
      const outer = memory.enter()
      memory.grow(150 * MEBIBYTE)
      memory.exit(outer, 100 * MEBIBYTE)
    }
    memory.grow(156 * MEBIBYTE)
    expect(() => memory.grow(1)).toThrow(TOO_MUCH)
  })

  it('counts logs until the message ends', () => {
    const memory = new MessageMemory()
    const outer = memory.enter()
    memory.keep(256 * MEBIBYTE)
    memory.exit(outer, 0)
    expect(() => memory.grow(1)).toThrow(TOO_MUCH)
    memory.reset()
    memory.grow(256 * MEBIBYTE)
  })
})

describe('a call without a gas cap', () => {
  it.each([
    // MSTORE at 2^36
    ['memory', '0x6001641000000000525f5ff3'],
    // 8 MiB of the memory as a log, in a loop
    ['logs', '0x5b62800000' + '5fa05f56'],
    // memory of 8 MiB in each frame, and a call of itself with all gas
    ['frames', '0x5f627fffe0525f5f5f5f5f305af1' + '5f5ff3'],
  ])('ends when it has too much memory: %s', async (_, code) => {
    const chain = await createChain({ seed: 'memory', blocks: 1, preset: 'latest' })
    const server = await serve(chain, { port: 0, callGas: 0, callTimeout: 0 })
    const to = `0x${'c0de'.padStart(40, '0')}`
    const call = request('eth_call', [{ to }, 'latest', { [to]: { code } }])
    const response = await post(server.url, call)
    expect(await response.json()).toMatchObject({ error: { code: -32000, message: TOO_MUCH } })
    await server.close()
  })
})
