import { describe, expect, it } from 'vitest'
import type { SealedBlock } from '../../src/chain/encoding/block.ts'
import {
  type ChangeListener,
  type ChangeLog,
  Changes,
  dropChange,
  MINE_ONE,
  sendChange,
} from '../../src/endpoint/changes.ts'
import type { Endpoint } from '../../src/endpoint/endpoint.ts'

const block = (number: number) => ({ number, hash: `0x${number}` }) as SealedBlock

/** An endpoint whose head and number of sent transactions the test sets, and its changes. */
function make({ write, onChange }: { write?: ChangeLog['write']; onChange?: ChangeListener } = {}) {
  const chain = { base: { lostNodes: undefined, saveWitness: () => {} } }
  const endpoint = { key: 'k', head: block(1), miner: { log: { count: 0 } }, chain }
  const written: number[] = []
  const log: ChangeLog = {
    isRecording: () => true,
    requireWritable: () => {},
    write:
      write ?? ((_, happened) => void ('end' in happened && written.push(happened.end.number))),
    kept: () => undefined,
  }
  return {
    endpoint,
    written,
    changes: new Changes(endpoint as unknown as Endpoint, { changes: log, onChange }),
  }
}

function pending() {
  let end: () => void = () => {}
  const done = new Promise<void>((resolve) => {
    end = resolve
  })
  return { done, end }
}

describe('what clients may be told of', () => {
  it('is everything while no change is in progress, or while it has no effect yet', () => {
    const { changes } = make()
    expect(changes.kept()).toBeUndefined()
    void changes.apply(MINE_ONE, () => pending().done)
    expect(changes.kept()).toBeUndefined()
  })

  it('does not include a head that is not written yet', async () => {
    const { endpoint, changes, written } = make()
    const { done, end } = pending()
    const made = changes.apply(MINE_ONE, async () => {
      endpoint.head = block(2)
      await done
    })
    const kept = changes.kept()?.then(() => written.length)
    end()
    await made
    expect(await kept).toBe(1)
    expect(changes.kept()).toBeUndefined()
  })

  it('does not include a transaction that is in the pool before it is written', async () => {
    const { endpoint, changes, written } = make()
    const { done, end } = pending()
    const made = changes.apply(sendChange(new Uint8Array(), undefined, false), async () => {
      endpoint.miner.log.count++
      await done
    })
    const kept = changes.kept()?.then(() => written.length)
    end()
    await made
    expect(await kept).toBe(1)
  })

  it('does not wait for a change that has failed', async () => {
    const { endpoint, changes } = make()
    const failed = changes.apply(MINE_ONE, async () => {
      endpoint.head = block(2)
      await undefined
      endpoint.head = block(1)
      throw new Error('not possible')
    })
    const kept = changes.kept()
    await expect(failed).rejects.toThrow('not possible')
    await kept
    expect(changes.kept()).toBeUndefined()
  })

  it('does not include what one change has done while another one happens during it', async () => {
    const { endpoint, changes, written } = make()
    const { done, end } = pending()
    const made = changes.apply(MINE_ONE, async () => {
      endpoint.head = block(2)
      await undefined
      await changes.apply(dropChange('0x1'), () => done)
    })
    await undefined
    const kept = changes.kept()?.then(() => written.length)
    end()
    await made
    expect(await kept).toBe(2)
  })
})

it('tells its listener of a change that was made and could not be written', () => {
  const outcomes: unknown[] = []
  const { changes } = make({
    write() {
      throw new Error('the disk is full')
    },
    onChange: (_, __, ___, outcome) => void outcomes.push(outcome),
  })
  expect(() => changes.apply(MINE_ONE, () => 7)).toThrow('the disk is full')
  expect(outcomes).toEqual([{ result: 7 }])
})
