// Serves a chain of a build: { spec, folder URL }. Plain JavaScript, because code that runs beside tsx is slower: calls
// of the EVM take half as long again.

const tasks = {
  listen: async ({ spec, build }) => {
    const { createChain, serve } = await import(build)
    const { url } = await serve(await createChain(spec), { port: 0 })
    return url
  },
  cpuSeconds: () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  },
}

process.on('message', async ({ task, argument }) => process.send(await tasks[task](argument)))
process.on('disconnect', () => process.exit())
