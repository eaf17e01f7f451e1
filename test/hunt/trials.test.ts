import { expect, test } from 'vitest'
import type { HuntedClient } from '../../src/hunt/client/client.ts'
import { resolveHuntOptions } from '../../src/hunt/huntOptions.ts'
import { Trials } from '../../src/hunt/trials.ts'

/** A client that does nothing, and how often it was started. */
function idle() {
  let starts = 0
  const client: HuntedClient = {
    start() {
      starts++
    },
    rows: () => [],
  }
  return { client, starts: () => starts }
}

const scenario = { seed: 'trials', spec: { blocks: 2 }, steps: [] }

test('a scenario in which the other program is wrong, too, is tried no more', async () => {
  const [hunted, other] = [idle(), idle()]
  const options = { ...hunted.client, passes: other.client, patience: 1000 }
  const trials = new Trials(resolveHuntOptions(options), undefined)
  try {
    trials.pace.add({ longestPause: 10, longestGap: 10 })
    expect(await trials.confirmWrong(scenario, {})).toBeUndefined()
    expect([hunted.starts(), other.starts(), trials.othersWrong]).toEqual([1, 1, 1])
  } finally {
    await trials.close()
  }
})

test('without another program, a client must be wrong twice', async () => {
  const { client, starts } = idle()
  const trials = new Trials(resolveHuntOptions({ ...client, patience: 1000 }), undefined)
  try {
    trials.pace.add({ longestPause: 10, longestGap: 10 })
    expect(await trials.confirmWrong(scenario, {})).toMatchObject({ scenario, isReliable: true })
    expect(starts()).toBe(2)
    const first = await trials.tryOnce(scenario)
    await trials.confirmWrong(scenario, { ...(first && { first }) })
    expect(starts()).toBe(4)
  } finally {
    await trials.close()
  }
})
