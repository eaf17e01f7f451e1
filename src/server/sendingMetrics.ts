import { Counter, Gauge, type Registry } from 'prom-client'
import type { DevResources } from './devResources.ts'

/** Adds what clients have sent to all endpoints of a server. */
export function addSendingMetrics(registry: Registry, { chains, miner }: DevResources): void {
  const { statistics } = miner
  const registers = [registry]
  new Gauge({
    name: 'ommer_pool_transactions',
    help: 'Transactions in the pools of all endpoints: pending or queued.',
    labelNames: ['state'],
    registers,
    async collect() {
      const { pending, queued } = await statistics.countPooled()
      this.set({ state: 'pending' }, pending)
      this.set({ state: 'queued' }, queued)
    },
  })
  new Gauge({
    name: 'ommer_own_chain_bytes',
    help: 'Bytes of the blocks that endpoints have of their own, with their code, states, snapshots and sent transactions.',
    registers,
    collect() {
      this.set(chains.memory.bytes)
    },
  })
  new Counter({
    name: 'ommer_transactions_accepted_total',
    help: 'Transactions that were sent and accepted.',
    registers,
    collect() {
      this.reset()
      this.inc(statistics.accepted)
    },
  })
  new Counter({
    name: 'ommer_transactions_refused_total',
    help: 'Transactions that were sent and refused, by reason.',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset()
      for (const [reason, count] of statistics.refused) this.inc({ reason }, count)
    },
  })
  new Counter({
    name: 'ommer_blocks_with_sent_total',
    help: 'Blocks with transactions that were sent, to which the head of an endpoint has moved.',
    registers,
    async collect() {
      // A pool notices the blocks of a move when it is next used.
      await statistics.countPooled()
      this.reset()
      this.inc(statistics.blocks)
    },
  })
}
