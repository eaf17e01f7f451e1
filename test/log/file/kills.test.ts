import { join } from 'node:path'
import { afterAll, it } from 'vitest'
import { startServer } from '../../support/group/runningGroup.ts'
import { Seen, Tally } from '../../support/group/seen.ts'
import { killRemaining } from '../../support/runCli.ts'
import { repeated, sized } from '../../support/sized.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

afterAll(killRemaining)

const folder = temporaryFolder()

// Each restart makes all changes again, so a journal has those of a few kills only.
const ROUNDS = sized(2, 5)
const SENT = sized(40, 100)
const journals = Array.from({ length: repeated(1, 80 / ROUNDS) }, (_, index) => index)
const tally = new Tally()

it.each(journals)('has after kill -9 what clients have seen: journal %d', async (index) => {
  const args = ['--dev', '--blocks', '4', '--any-key', '--journal', join(folder, String(index))]
  const all = ['a', 'b', 'c'].map((key) => new Seen(key))
  let server = await startServer(...args)
  for (let round = 1; round <= ROUNDS; round++) {
    const { address, stop } = server
    await tally.killUnderLoad(
      all,
      SENT,
      (seen) => seen.watch(address),
      () => stop('SIGKILL'),
    )
    server = await startServer(...args)
    for (const each of all) await each.check(server.address)
  }
  await server.stop('SIGTERM')
})

it('has lost none of it in all kills', () => {
  const kills = journals.length * ROUNDS
  tally.expectAtLeast(kills, kills * SENT)
})
