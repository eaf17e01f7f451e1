import { describe, expect, it } from 'vitest'
import {
  type ForkChoices,
  scheduleForks,
  slotTime,
} from '../../../src/chain/protocol/forkSchedule.ts'
import { forkAt, forkNames } from '../../../src/chain/protocol/forks.ts'
import { presetNames, presets } from '../../../src/chain/spec/presets.ts'

const GENESIS = 1_700_000_000

describe('scheduleForks', () => {
  it('starts an omitted fork with the next one that is given, and none after the last', () => {
    const schedule = scheduleForks({ byzantium: 4, london: 9 }, GENESIS)
    if ('problem' in schedule) throw new Error(schedule.problem)
    const points = Object.fromEntries(schedule.map(({ name, at }) => [name, at]))
    expect(points).toMatchObject({
      chainstart: { block: 0 },
      homestead: { block: 4 },
      byzantium: { block: 4 },
      constantinople: { block: 9 },
      london: { block: 9 },
    })
    expect(points).not.toHaveProperty('arrowGlacier')
    expect(forkAt(schedule, 3, GENESIS)).toBe('chainstart')
    expect(forkAt(schedule, 4, GENESIS)).toBe('byzantium')
    expect(forkAt(schedule, 100, GENESIS)).toBe('london')
  })

  it('turns blocks after the merge into the times of their slots', () => {
    const schedule = scheduleForks({ paris: 3, cancun: 8 }, GENESIS)
    if ('problem' in schedule) throw new Error(schedule.problem)
    const time = slotTime(GENESIS, 3, 8)
    expect(schedule.find(({ name }) => name === 'cancun')?.at).toEqual({ timestamp: time })
    expect(forkAt(schedule, 7, time - 12)).toBe('paris')
    expect(forkAt(schedule, 8, time)).toBe('cancun')
  })

  it('counts slots from genesis when genesis is merged', () => {
    expect(slotTime(GENESIS, 0, 3)).toBe(GENESIS + 36)
  })

  it('accepts times unchanged', () => {
    const timestamp = slotTime(GENESIS, 3, 5) + 1
    const schedule = scheduleForks({ paris: 3, shanghai: { timestamp } }, GENESIS)
    expect(schedule).toContainEqual({ name: 'shanghai', at: { timestamp } })
  })

  it.each<[ForkChoices, fork: string, other: string]>([
    [{ byzantium: 5, london: 4 }, 'london', 'byzantium'],
    [{ homestead: 1, byzantium: 0 }, 'byzantium', 'homestead'],
    [{ paris: 9, cancun: 12, shanghai: 13 }, 'cancun', 'shanghai'],
    [{ paris: 9, shanghai: { timestamp: GENESIS } }, 'shanghai', 'paris'],
    [{ paris: 9, shanghai: 8 }, 'shanghai', 'paris'],
    [{ shanghai: { timestamp: GENESIS } }, 'shanghai', 'paris'],
    [{ london: { timestamp: GENESIS } }, 'london', 'block'],
  ])('refuses %j, naming %s and %s', (choices, fork, other) => {
    const clash = scheduleForks(choices, GENESIS)
    if (!('problem' in clash)) throw new Error('it was taken')
    expect(clash.fork).toBe(fork)
    expect(clash.problem).toContain(other)
  })

  it('names the blocks that were chosen', () => {
    const choices = { bpo2: 9, paris: 0, amsterdam: 5 }
    expect(scheduleForks(choices, GENESIS)).toEqual({
      fork: 'amsterdam',
      problem: 'it activates at block 5, before bpo2 at block 9',
    })
  })

  it.each(presetNames)('accepts the preset %s', (preset) => {
    const { forks, genesisTimestamp } = presets[preset]
    expect(scheduleForks(forks, genesisTimestamp)).not.toHaveProperty('problem')
  })

  it('includes every fork that mainnet has a time for in eras and history', () => {
    for (const preset of ['eras', 'history'] as const) {
      const { forks, genesisTimestamp } = presets[preset]
      const schedule = scheduleForks(forks, genesisTimestamp)
      if ('problem' in schedule) throw new Error(schedule.problem)
      expect(schedule.map(({ name }) => name)).toEqual(forkNames.slice(0, -1))
    }
  })
})
