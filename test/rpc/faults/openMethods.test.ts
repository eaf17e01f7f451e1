import { describe, expect, it } from 'vitest'
import { corruptionNames, targetsOfCorruption } from '../../../src/faults/corrupt/named.ts'
import { wholeResults } from '../../../src/faults/corrupt/wholeResult.ts'
import { isOpenTo, methodsOpenTo } from '../../../src/rpc/faults/openMethods.ts'

describe('isOpenTo', () => {
  it.each(wholeResults)('leaves results of other methods alone that are no %s', (what) => {
    for (const method of ['eth_blockNumber', 'eth_getBlockByNumber', 'eth_subscription']) {
      expect(isOpenTo({ targets: [what] }, method)).toBe(false)
    }
  })

  it('knows methods for every corruption, and others that it leaves alone', () => {
    for (const name of corruptionNames) {
      const targets = targetsOfCorruption(name)
      expect(methodsOpenTo(targets), name).not.toEqual([])
      expect(isOpenTo({ targets }, 'eth_blockNumber'), name).toBe(false)
    }
    expect(isOpenTo({ targets: targetsOfCorruption('logsBloom') }, 'eth_getLogs')).toBe(false)
  })

  it('lets a fault without targets change any answer, except what it spares', () => {
    expect(isOpenTo({}, 'eth_chainId')).toBe(true)
    expect(isOpenTo({}, 'a method of another node')).toBe(true)
    expect(isOpenTo({ spares: ['severalBlocks'] }, 'eth_getLogs')).toBe(false)
    expect(isOpenTo({ spares: ['severalBlocks'] }, 'eth_getBlockByHash')).toBe(true)
  })
})
