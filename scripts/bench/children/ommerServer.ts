import { importBuilt } from '../../build/built.ts'
import { serveParent } from '../child.ts'
import type { ServerAddress, ServerSubject } from '../transports.ts'
import { cpuSeconds } from './cpu.ts'

serveParent({
  listen: async ({ spec, folder }: ServerSubject): Promise<ServerAddress> => {
    const { createChain, serve } = await importBuilt(folder)
    const chain = await createChain(spec)
    const { url, wsUrl } = await serve(chain, {
      port: 0,
      // The client counts bytes and would take a ping for part of a response.
      limits: { heartbeatSeconds: 86_400 },
    })
    return { url, wsUrl, head: chain.tree.head.number }
  },
  cpuSeconds,
})
