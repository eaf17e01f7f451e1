import { cpuSeconds, serveParent } from './serveParent.mjs'

serveParent({
  /** Serves a chain of a build: the URL of its main module. */
  listen: async ({ spec, build, dialect }) => {
    const { createChain, serve } = await import(build)
    const chain = await createChain(spec)
    const { url, wsUrl } = await serve(chain, {
      port: 0,
      dialect,
      // The client counts bytes and would take a ping for part of a response.
      limits: { heartbeatSeconds: 86_400 },
    })
    return { url, wsUrl, head: chain.tree.head.number }
  },
  cpuSeconds,
})
