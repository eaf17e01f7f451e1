import { describe, expect, it } from 'vitest'
import { sharedChain } from '../support/chain.ts'
import { serveForTests } from '../support/serving.ts'

const { ask } = await serveForTests(await sharedChain({ preset: 'amsterdam', blocks: 1 }))

// The words are those of geth 1.17.10.
describe.each(['eth_call', 'eth_estimateGas', 'eth_createAccessList'])('%s', (method) => {
  const to = `0x${'11'.repeat(20)}`

  it('refuses a fee of blobs without blobs', async () => {
    await expect(ask(method, { to, maxFeePerBlobGas: '0x1' })).rejects.toMatchObject({
      code: -32000,
      message: 'maxFeePerBlobGas specified without blobVersionedHashes',
    })
  })

  it('refuses an authorization with a parity above 1', async () => {
    const numbers = { chainId: '0x1', nonce: '0x0', r: '0x1', s: '0x1' }
    const authorizationList = [{ ...numbers, address: to, yParity: '0x2' }]
    await expect(ask(method, { to, authorizationList })).rejects.toMatchObject({
      code: -32602,
      message: "invalid argument 0: 'yParity' field must be 0 or 1",
    })
  })
})

describe('a creation under Amsterdam', () => {
  /** PUSH3 size, PUSH0, RETURN: as many zeros. */
  const creationOf = (size: number) => `0x62${size.toString(16).padStart(6, '0')}5ff3`

  it('fails for the gas of its code up to 64 KiB, and for its size beyond', async () => {
    const create = (size: number) => ask('eth_call', { data: creationOf(size), gas: '0x989680' })
    await expect(create(65_536)).rejects.toThrow('contract creation code storage out of gas')
    await expect(create(65_537)).rejects.toThrow(
      'max code size exceeded: code size 65537 limit 65536',
    )
    const small = await create(1)
    expect(small).toBe('0x00')
  })

  it('needs 3,000 gas for the heir of a contract that destroys itself', async () => {
    const code = `0x73${'22'.repeat(20)}ff`
    const destroy = (gas: number) =>
      ask('eth_call', { to: `0x${'11'.repeat(20)}`, gas: `0x${gas.toString(16)}` }, 'latest', {
        [`0x${'11'.repeat(20)}`]: { code },
      })
    // 15,000 before it runs, 3 for PUSH20, and 5,000 for SELFDESTRUCT itself.
    await expect(destroy(15_003 + 5000 + 2999)).rejects.toThrow('out of gas: out of gas')
    expect(await destroy(15_003 + 5000 + 3000)).toBe('0x')
  })
})

it('shows no storage where SSTORE fails', async () => {
  const to = `0x${'11'.repeat(20)}`
  const code = '0x6001600255'
  const { structLogs } = (await ask('debug_traceCall', { to, gas: '0x4a38' }, 'latest', {
    stateOverrides: { [to]: { code } },
  })) as { structLogs: { op: string; error?: string; storage?: object }[] }
  expect(structLogs.at(-1)).toMatchObject({ op: 'SSTORE', error: expect.any(String) })
  expect(structLogs.at(-1)).not.toHaveProperty('storage')
})
