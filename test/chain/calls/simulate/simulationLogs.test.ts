import type { Log } from '@ethereumjs/evm'
import { describe, expect, it } from 'vitest'
import { SimulationLogs } from '../../../../src/chain/calls/simulate/simulationLogs.ts'
import { toHex } from '../../../../src/primitives/hex.ts'

const from = new Uint8Array(20).fill(1)
const to = new Uint8Array(20).fill(2)

function contractLog(byte: number): Log {
  return [new Uint8Array(20).fill(byte), [], Uint8Array.of(byte)]
}

describe('SimulationLogs', () => {
  it('makes an ERC-20 log of a transfer of ether', () => {
    const log = new SimulationLogs(true).transfer?.(from, to, 1000n)
    if (log === undefined) throw new Error('no log was made')
    const [address, topics, data] = log
    expect(toHex(address)).toBe(`0x${'ee'.repeat(20)}`)
    expect(topics.map(toHex)).toEqual([
      '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
      `0x${'00'.repeat(12)}${'01'.repeat(20)}`,
      `0x${'00'.repeat(12)}${'02'.repeat(20)}`,
    ])
    expect(toHex(data)).toBe(`0x${'00'.repeat(30)}03e8`)
  })

  it('leaves transfers alone unless they are traced', () => {
    expect(new SimulationLogs(false).transfer).toBeUndefined()
  })

  it('numbers logs as they are emitted, also those that are reverted later', () => {
    const logs = new SimulationLogs(true)
    const [first, reverted, last] = [contractLog(1), contractLog(2), contractLog(3)] as const
    logs.log(first)
    logs.log(reverted)
    const transfer = logs.transfer?.(from, to, 1n) as Log
    logs.log(last)
    const numbered = logs.numbered([first, transfer, last])
    expect(numbered.map(({ logIndex }) => logIndex)).toEqual([0, 2, 3])
    expect(logs.ofContracts([first, transfer, last])).toEqual([first, last])
  })
})
