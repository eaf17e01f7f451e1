import { serveParent } from '../../bench/child.ts'
import { importBuilt } from '../../build/built.ts'
import type { Step, Stepped } from '../files.ts'

let chain: Awaited<ReturnType<Awaited<ReturnType<typeof importBuilt>>['createChain']>> | undefined

serveParent({
  generate: ({ spec }: Step) =>
    measured(async () => {
      const { createChain } = await importBuilt()
      chain = await createChain(spec)
    }),
  export: ({ folder, format }: Step) =>
    measured(async () => {
      const { exportChain } = await importBuilt()
      if (chain === undefined) throw new Error('no chain is loaded')
      await exportChain(chain, folder, { format })
    }),
  load: ({ folder }: Step) =>
    measured(async () => {
      const { loadChain } = await importBuilt()
      chain = await loadChain(folder)
    }),
})

async function measured(work: () => Promise<void>): Promise<Stepped> {
  const start = performance.now()
  await work()
  return {
    seconds: (performance.now() - start) / 1000,
    // In kilobytes: the peak since the process started.
    peakMegabytes: process.resourceUsage().maxRSS / 1000,
    head: chain?.tree.head.hash,
  }
}
