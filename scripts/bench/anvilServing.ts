import { builtUrl } from '../build/built.ts'
import { Anvil } from './anvil.ts'
import { Child, cpuSecondsOf } from './child.ts'
import { rehearseHttp } from './dialogue.ts'
import { measureRequest, requestRows, type Slices } from './measureRequest.ts'
import { messagesOf } from './messages.ts'
import type { Row } from './report.ts'
import { TRANSFERS } from './specs.ts'
import { systemCpuSecondsOf } from './systemCpu.ts'
import { feedAnvil, type Transfer } from './transfers.ts'
import type { ServerAddress, ServerSubject } from './transports.ts'
import { rehearseVaried } from './variedDialogue.ts'

/** The requests, for each block of 20 transfers in turn. */
const requests = [
  { name: 'HTTP block of 20 transfers, hashes', method: 'eth_getBlockByNumber', details: [false] },
  { name: 'HTTP receipts of 20 transfers', method: 'eth_getBlockReceipts', details: [] },
  { name: 'HTTP block of 20 transfers, full', method: 'eth_getBlockByNumber', details: [true] },
] as const

export const SERVING_ROWS: readonly string[] = requests.map(({ name }) => name)

/** How many blocks each chain has. */
const BLOCKS = 8

/** The share of Anvil's rate that we want. */
const TARGET = 1.3

/** Measures requests over HTTP, beside Anvil with the same load and the same transfers in its blocks. */
export async function measureAnvilServing(slices: Slices): Promise<Row[]> {
  const spec = { ...TRANSFERS, blocks: BLOCKS }
  const generator = new Child('ommerGenerator.ts')
  const ommer = new Child('ommerServer.mjs')
  const anvil = await Anvil.start()
  await feedAnvil(anvil, await generator.do<Transfer[][]>('transfers', spec))
  await generator.stop()
  const subject: ServerSubject = { spec, build: builtUrl() }
  const { url } = await ommer.do<ServerAddress>('listen', subject)
  const rows: Row[] = []
  for (const { name, method, details } of requests) {
    const calls = Array.from({ length: BLOCKS }, (_, index) => ({
      method,
      params: [`0x${(index + 1).toString(16)}`, ...details],
    }))
    const messages = messagesOf(calls)
    const ours = await rehearseVaried(url, messages, rehearseHttp)
    const theirs = await rehearseVaried(`http://127.0.0.1:${anvil.port}/`, messages, rehearseHttp)
    const measured = await measureRequest(
      { cpuSeconds: cpuSecondsOf(ommer), dialogues: [ours.dialogue] },
      { cpuSeconds: async () => systemCpuSecondsOf(anvil), dialogues: [theirs.dialogue] },
      slices,
    )
    rows.push(...requestRows(name, 'Anvil', measured, { target: TARGET }))
  }
  await Promise.all([ommer.stop(), anvil.stop()])
  return rows
}
