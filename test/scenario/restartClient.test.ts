import { expect, test } from 'vitest'
import { playScenario } from '../../src/playScenario.ts'
import { Gate } from '../../src/rpc/gate.ts'
import { Player } from '../../src/scenario/player.ts'
import { resolveScenario } from '../../src/scenario/resolveScenario.ts'
import { ScenarioEndpoints } from '../../src/scenario/scenarioEndpoints.ts'

test('is passed over where nobody has started the client', async () => {
  const steps = [{ restartClient: 'kill' as const }, { mine: 1 }]
  const played = await playScenario({ spec: { blocks: 2 }, steps }, { port: 0 })
  expect(played).toMatchObject({ isFinished: true, played: 2 })
  await played.close()
})

/** A player of steps that move nothing. */
function playerOf(onRestart: (how: string) => Promise<void>) {
  const { steps } = resolveScenario({
    steps: [{ restartClient: 'stop' }, { restartClient: 'kill' }],
  })
  const gate = new Gate(() => {})
  const player = new Player({ steps, byHand: false, file: undefined, gate, onRestart })
  return { player, endpoints: new ScenarioEndpoints(new Map(), 'a') }
}

test('goes on when the client has started again, and calls are answered until then', async () => {
  const asked: string[] = []
  let restarted: () => void = () => {}
  const { player, endpoints } = playerOf((how) => {
    asked.push(how)
    return new Promise((resolve) => {
      restarted = resolve
    })
  })
  await player.begin(endpoints)
  expect(asked).toEqual(['stop'])
  // The old client may still need answers to end.
  expect(await player.gate.pass(async () => 'answered')).toBe('answered')
  expect(await player.next()).toBeUndefined()
  expect(player.played).toBe(0)
  restarted()
  await expect.poll(() => asked).toEqual(['stop', 'kill'])
  restarted()
  await player.finished
  expect(player.isFinished).toBe(true)
})

test('fails where the client cannot be started again', async () => {
  const { player, endpoints } = playerOf(async () => {
    throw new Error('port in use')
  })
  await player.begin(endpoints)
  await expect(player.finished).rejects.toMatchObject({
    code: 'STEP_FAILED',
    message: 'steps[0].restartClient: port in use',
  })
})
