import { importBuilt } from '../../bench/build.ts'
import { serveParent } from '../../bench/child.ts'
import { type Memory, measureMemory } from '../memory.ts'
import type { Walked } from '../walk.ts'

serveParent({
  /** Leaves the chain in the folder, so that who serves it has not grown by making it. */
  generate: async ({ spec, folder }: Walked): Promise<void> => {
    const { createChain } = await importBuilt()
    await createChain(spec, { cache: folder })
  },
  listen: async ({ spec, folder, cacheBytes }: Walked): Promise<string> => {
    const { createChain, serve } = await importBuilt()
    const chain = await createChain(spec, { cache: folder })
    const { url } = await serve(chain, { port: 0, limits: { cacheBytes } })
    return url
  },
  memory: (): Memory => measureMemory(),
  /** in bytes, with all that was not collected yet */
  resident: () => process.memoryUsage.rss(),
})
