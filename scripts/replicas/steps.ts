import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { happening } from '../../test/support/happenings.ts'
import { ACCOUNT, type Call } from '../../test/support/moveCalls.ts'
import { ask } from './ask.ts'
import type { Cluster } from './cluster.ts'
import { Player, Tally } from './player.ts'

/** How many clients there are at a time. */
const CLIENTS = 16

/** Moves that the endpoint shows, so that a client can find out whether one was made whose answer it did not get. */
const visibleMove: fc.Arbitrary<Call> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Call>(['evm_mine']) },
  fc.constant<Call>(['ommer_mine', 3]),
  fc.constant<Call>(['ommer_reorg', { depth: 2, length: 3 }]),
  fc.constant<Call>(['ommer_rollback', 1]),
  fc.nat(3).map((account): Call => ['eth_sendTransaction', { account, to: ACCOUNT, value: '0x5' }]),
)

/** Answers of three replicas, asked at random, behind nginx and beside it, are those of one server. */
export async function compareAnswers(cluster: Cluster, count: number): Promise<Tally> {
  const tally = new Tally()
  const accounts = await accountsOf(cluster)
  const ports = [cluster.nginx, cluster.nginx, ...cluster.replicas].map(({ port }) => port)
  const any = (): number => ports[Math.floor(Math.random() * ports.length)] as number
  await inParallel(CLIENTS, async (client) => {
    for (let round = 0; tally.answers < count; round++) {
      const key = `compare-${client}-${round}`
      const player = new Player(key, any, cluster.single.port, tally, accounts)
      for (const what of fc.sample(happening([key]), 30)) {
        // A lag behind itself is refused; behind others it is tested in test/group.
        if (!('call' in what) || what.call[0] === 'ommer_setLag') continue
        await player.move(what.call)
        await player.look()
      }
    }
  })
  return tally
}

/** Clients behind nginx, while something happens to the servers. */
export async function disturb(
  cluster: Cluster,
  name: string,
  disturbance: () => Promise<void>,
): Promise<Tally> {
  const tally = new Tally()
  const accounts = await accountsOf(cluster)
  const proxy = (): number => cluster.nginx.port
  let isOver = false
  const clients = inParallel(CLIENTS, async (client) => {
    const player = new Player(`${name}-${client}`, proxy, cluster.single.port, tally, accounts)
    while (!isOver) {
      for (const call of fc.sample(visibleMove, 5)) {
        await player.move(call)
        await player.look()
      }
    }
  })
  const over = disturbance().finally(() => {
    isOver = true
  })
  await Promise.all([clients, over])
  return tally
}

/**
 * Kills programs in turn and starts them again.
 *
 * @param awayMs how long each is away, and `settleMs` how long until the next one is killed
 */
export async function killOften(
  programs: Cluster['replicas'],
  times: number,
  awayMs: number,
  settleMs: number,
): Promise<void> {
  for (let count = 0; count < times; count++) {
    const program = programs[count % programs.length] as Cluster['redis']
    await sleep(1000)
    await program.stop('SIGKILL')
    await sleep(awayMs)
    await program.start()
    await sleep(settleMs)
  }
}

/** Stops one replica after the other as a deployment does. */
export async function restartInTurn(cluster: Cluster, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    for (const replica of cluster.replicas) {
      await sleep(1000)
      await replica.stop('SIGTERM')
      await replica.start()
    }
  }
}

async function accountsOf({ single }: Cluster): Promise<readonly string[]> {
  const body = '{"jsonrpc":"2.0","id":1,"method":"eth_accounts"}'
  return JSON.parse(await ask(single.port, '/v3/any', body)).result
}

async function inParallel(count: number, work: (index: number) => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, index) => work(index)))
}
