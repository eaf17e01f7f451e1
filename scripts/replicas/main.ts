import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { agent } from './ask.ts'
import { Cluster } from './cluster.ts'
import type { Tally } from './player.ts'
import { runSuite } from './runSuite.ts'
import { compareAnswers, disturb, killOften, restartInTurn } from './steps.ts'

// Serves a chain with three replicas, a real Redis and a real nginx on this machine, and compares every answer with that of
// a single server: while nothing happens, while each of the three programs is killed, and during a rolling restart.
// `-- --answers 1000` compares fewer, and `-- --only redis` runs one step.

const steps: Readonly<Record<string, (cluster: Cluster, answers: number) => Promise<Tally>>> = {
  answers: compareAnswers,
  replicas: (cluster) =>
    disturb(cluster, 'replicas', () => killOften(cluster.replicas, 6, 1000, 8000)),
  redis: (cluster) => disturb(cluster, 'redis', () => killOften([cluster.redis], 5, 1000, 2000)),
  longRedis: (cluster) =>
    disturb(cluster, 'longRedis', () => killOften([cluster.redis], 2, 8000, 2000)),
  nginx: (cluster) => disturb(cluster, 'nginx', () => killOften([cluster.nginx], 5, 500, 2000)),
  rolling: (cluster) => disturb(cluster, 'rolling', () => restartInTurn(cluster, 2)),
}

const { values } = parseArgs({
  options: { answers: { type: 'string', default: '100000' }, only: { type: 'string' } },
})
const missing = ['redis-server', 'nginx'].find(
  (program) => spawnSync(program, ['-v'], { stdio: 'ignore' }).error !== undefined,
)
if (missing === undefined) await run()
else console.log(`replicas: skipped, there is no ${missing} on this machine`)

/** The suite of 200 tests, against one server, and then again and again while a replica is killed every ten seconds. */
async function repeatSuite(cluster: Cluster): Promise<void> {
  const alone = await runSuite(cluster.single.port)
  console.log(`suite: ${alone.passed} of ${alone.total} tests passed against one server`)
  let isOver = false
  const kills = killOften(cluster.replicas, 6, 1000, 8000).finally(() => {
    isOver = true
  })
  while (!isOver) {
    const { passed, total, failures } = await runSuite(cluster.nginx.port)
    console.log(`suite: ${passed} of ${total} tests passed while replicas are killed`)
    for (const failure of failures) console.log(`  ${failure.split('\n', 1)[0]}`)
    if (passed < total) process.exitCode = 1
  }
  await kills
}

async function run(): Promise<void> {
  const cluster = await Cluster.start()
  try {
    for (const [name, step] of Object.entries(steps)) {
      if (values.only !== undefined && values.only !== name) continue
      const began = performance.now()
      report(name, await step(cluster, Number(values.answers)), performance.now() - began)
    }
    if (values.only === undefined || values.only === 'suite') await repeatSuite(cluster)
  } finally {
    await cluster.stop()
    agent.destroy()
  }
}

function report(name: string, tally: Tally, milliseconds: number): void {
  const { answers, moves, problems, retried, retriedTwice, longest } = tally
  const facts = [
    `${answers} answers (${moves} of moves) compared, ${problems.length} different`,
    `${retried} sent again, ${retriedTwice} more than once`,
    `the longest took ${Math.round(longest)} ms`,
    `${Math.round(milliseconds / 1000)} s`,
  ]
  console.log(`${name}: ${facts.join('; ')}`)
  for (const [reason, count] of tally.reasons) console.log(`  ${count} times: ${reason}`)
}
