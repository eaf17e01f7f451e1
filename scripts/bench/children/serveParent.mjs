// The child's side of `Child`, in plain JavaScript: code that runs beside tsx is slower, calls of the EVM by half. So the
// servers that are measured are written in it.

/** Does the tasks that the parent sends, and exits with the parent. */
export function serveParent(tasks) {
  process.on('message', async ({ task, argument }) => process.send(await tasks[task](argument)))
  process.on('disconnect', () => process.exit())
}

/** Processor time of this process so far, including time in the kernel. */
export function cpuSeconds() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
