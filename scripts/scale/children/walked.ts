import { serveParent } from '../../bench/child.ts'
import { importBuilt } from '../../build/built.ts'
import { type Memory, measureMemory } from '../memory.ts'
import type { Walked } from '../walk.ts'

serveParent({
  /** Writes the chain into the folder, so that generating it does not add to the memory of the server process. */
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
  /** in bytes, including garbage that is not collected yet */
  resident: () => process.memoryUsage.rss(),
})
