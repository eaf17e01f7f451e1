import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { callMethod } from '../../support/callMethod.ts'
import { type Group, healthOf, keyOf, startGroup } from '../../support/group/runningGroup.ts'
import { Seen, Tally } from '../../support/group/seen.ts'
import { killRemaining } from '../../support/runCli.ts'
import { repeated, sized } from '../../support/sized.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'
import { until } from '../../support/until.ts'

afterAll(killRemaining)

const folder = temporaryFolder()
const options = ['--workers', '2', '--any-key']

const url = ({ address }: Group, key: string) => `http://${address}/v3/${key}`

/** Two endpoints of each worker. */
const endpoints = () =>
  [0, 1, 0, 1].map((worker, index) => new Seen(keyOf(worker, `seen-${index}`)))

// Each restart makes all changes again, so a group has those of a few kills only.
const ROUNDS = sized(3, 5)
const groupsOf = (full: number) =>
  Array.from({ length: repeated(1, full / ROUNDS) }, (_, index) => index)

describe('when the supervisor is killed', () => {
  const SENT = sized(50, 200)
  const journals = groupsOf(100)
  const tally = new Tally()

  it.each(journals)('loses nothing that a client has seen: journal %d', async (index) => {
    const args = [...options, '--journal', join(folder, `journal-${index}`)]
    const all = endpoints()
    let group = await startGroup(...args)
    for (let round = 1; round <= ROUNDS; round++) {
      const { address, stop } = group
      await tally.killUnderLoad(
        all,
        SENT,
        (seen) => seen.watch(address),
        () => stop('SIGKILL'),
      )
      group = await startGroup(...args)
      for (const each of all) await each.check(group.address)
    }
    await group.stop('SIGTERM')
  })

  it('has lost none of them in all kills', () => {
    const kills = journals.length * ROUNDS
    tally.expectAtLeast(kills, kills * SENT)
  })
})

describe('when a worker is killed', () => {
  const SENT = sized(50, 100)
  const groups = groupsOf(80)
  const tally = new Tally()

  it.each(groups)('loses nothing, and serves the others meanwhile: group %d', async () => {
    const all = endpoints()
    const group = await startGroup(...options)
    for (let round = 1; round <= ROUNDS; round++) {
      const index = round % 2
      const pidOf = async () => (await healthOf(group)).workers[index]?.pid
      const pid = (await pidOf()) as number
      const kill = async () => {
        process.kill(pid, 'SIGKILL')
        await until(async () => ![pid, null].includes((await pidOf()) ?? null))
      }
      await tally.killUnderLoad(all, SENT, (seen) => seen.watch(group.address), kill)
      for (const [at, { failure }] of all.entries()) {
        if (at % 2 !== index) expect(failure).toBeUndefined()
      }
      for (const each of all) await each.check(group.address)
    }
    await group.stop('SIGTERM')
  })

  it('has lost none of them in all kills', () => {
    const kills = groups.length * ROUNDS
    tally.expectAtLeast(kills, kills * SENT)
  })
})

it('answers for the other endpoints while a worker is stopped, and replaces it', async () => {
  const group = await startGroup(...options)
  const [own, others] = [url(group, keyOf(0, 'hangs')), url(group, keyOf(1, 'answers'))]
  for (const each of [own, others]) await callMethod(each, 'evm_mine')
  const { workers } = await healthOf(group)
  const pid = workers[0]?.pid as number
  process.kill(pid, 'SIGSTOP')
  const waiting = Promise.allSettled([callMethod(own, 'eth_blockNumber')])
  const metrics = `http://${group.address}/metrics`
  // Each on a connection of its own, while the stopped one does not answer.
  while ((await healthOf(group)).workers[0]?.pid !== null) {}
  for (let count = 0; count < 20; count++) await callMethod(others, 'evm_mine')
  expect((await fetch(metrics, { headers: { connection: 'close' } })).status).toBe(200)
  expect(await callMethod(others, 'eth_blockNumber')).toBe('0x1b')
  await until(async () => (await healthOf(group)).status === 'ok')
  await waiting
  expect((await healthOf(group)).workers[0]?.pid).not.toBe(pid)
  expect(await callMethod(own, 'eth_blockNumber')).toBe('0x7')
  await group.stop('SIGTERM')
})
