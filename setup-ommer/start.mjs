// The main step: starts the server, waits until it is ready, and passes its addresses to the next steps.
import { resolve } from 'node:path'
import { splitOptions } from './options.mjs'
import { obtainProgram } from './program.mjs'
import { fail, group, input, set, temporaryFolder } from './runner.mjs'
import { output, readyLine, startServer, stopProcess } from './server.mjs'

async function start() {
  const project = resolve(input('working-directory') || '.')
  const seconds = Number(input('timeout') || 60)
  if (!(seconds > 0)) throw new Error(`timeout: '${input('timeout')}' is not a number of seconds`)
  const options = splitOptions(input('options'))
  const program = obtainProgram(project, input('version'))
  const server = startServer({ program, options, project, temporary: temporaryFolder() })
  try {
    set('STATE', 'folder', server.folder)
    if (server.child.pid !== undefined) set('STATE', 'pid', server.child.pid)
    publish(await readyLine(server, seconds))
  } catch (error) {
    await stopProcess(server.child.pid)
    group('Output of the server', output(server.folder, 'stdout') + output(server.folder, 'stderr'))
    throw error
  } finally {
    server.child.unref()
  }
}

/** @param {string} line */
function publish(line) {
  const { http, ws, geth, explorer, control, head } = parseReady(line)
  const outputs = {
    http,
    ws,
    'geth-http': geth?.http,
    'geth-ws': geth?.ws,
    explorer,
    control,
    json: line,
  }
  for (const [name, value] of Object.entries(outputs)) set('OUTPUT', name, value ?? '')
  // Names that Foundry and other tools read. Those that begin with OMMER_ are options of ommer.
  set('ENV', 'ETH_RPC_URL', geth?.http ?? http)
  set('ENV', 'ETH_WS_URL', geth?.ws ?? ws)
  console.log(`ommer is ready at ${http}, at block ${head.number}`)
}

/** @param {string} line */
function parseReady(line) {
  try {
    return JSON.parse(line)
  } catch {
    throw new Error(`the server's first line is no JSON with its addresses: ${line}`)
  }
}

await start().catch(({ message }) => fail(message))
