import { describe, expect, it } from 'vitest'
import { startLyingNetwork } from '../../support/lyingNetwork.ts'
import { passingFaults } from '../../support/passingFaults.ts'
import { rpcFault } from '../../support/rpcFault.ts'

const lying = await startLyingNetwork()
const howProven = async () => (await lying.fork()).forkedFrom?.unprovenBecause

describe('whether the state is proven', () => {
  it.each(passingFaults)('is not decided by %s', async (problem, fault) => {
    lying.node.fault = (asked) => (asked.method === 'eth_getProof' ? fault(asked) : undefined)
    await expect(howProven()).rejects.toThrow(
      new RegExp(
        String.raw`^the forked network: eth_getProof\(.*: ${problem} \(tried 5 times\); --fork-proofs off reads values without proofs$`,
      ),
    )
    let count = 0
    lying.node.fault = (asked) =>
      asked.method === 'eth_getProof' && count++ === 0 ? fault(asked) : undefined
    expect(await howProven()).toBeUndefined()
  })

  it('is decided by a node without proofs', async () => {
    lying.node.fault = (asked) =>
      asked.method === 'eth_getProof' ? rpcFault(asked, -32601, 'no such method') : undefined
    expect(await howProven()).toMatch(/error -32601: no such method$/)
  })
})
