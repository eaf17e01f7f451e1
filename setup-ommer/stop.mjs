// The post step: stops the server, and shows what it has written.
import { group, state } from './runner.mjs'
import { output, stopProcess } from './server.mjs'

const folder = state('folder')
const pid = Number(state('pid'))
// There is none if the main step has failed before.
if (pid > 0) {
  const ran = await stopProcess(pid)
  if (!ran) console.log('The server had ended before.')
}
if (folder !== '') group('Log of the server', output(folder, 'stderr'))
