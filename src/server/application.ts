import express, { type ErrorRequestHandler, type Express } from 'express'
import { controlMethods } from '../rpc/control/controlRegistry.ts'
import type { GroupHealth, ServerGroup } from './group.ts'
import { addMetrics, createMetrics, type MetricSources } from './metrics.ts'
import * as refusals from './refusals.ts'
import type { Refuser } from './refuser.ts'

/** What the Express application needs of its server. */
export interface ApplicationContext extends MetricSources {
  readonly clientVersion: string
  readonly refuser: Refuser
  /** whether the control address is enabled */
  readonly hasControl: boolean
  /** whether the explorer is served */
  readonly hasExplorer: boolean
  /** undefined if the server is alone */
  readonly group: ServerGroup | undefined
  readonly onInternalError: (error: unknown) => void
}

/** A server without others. */
const ALONE: GroupHealth = { isUp: true, status: 'ok', details: {} }

/** Creates the Express application, which answers everything but JSON-RPC. */
export function createApplication(context: ApplicationContext): Express {
  const { chain, dispatcher, clientVersion, refuser, hasControl, hasExplorer } = context
  const { group, onInternalError } = context
  const own = createMetrics(context)
  const application = express()
  application.disable('x-powered-by')
  application.get('/', (_request, response) => {
    // Browsers may get the explorer there.
    response.vary('Accept').json({
      name: clientVersion,
      http: '/v3/<API_KEY>',
      webSocket: '/ws/v3/<API_KEY>',
      contracts: '/contracts/<API_KEY>',
      beacon: '/beacon/<API_KEY>/eth/v1',
      ...(hasExplorer && { explorer: '/explorer/<API_KEY>' }),
      methods: dispatcher.methodNames,
      ...(hasControl && {
        control: '/control/<API_KEY>',
        controlMethods: [...controlMethods.keys()],
      }),
    })
  })
  application.get('/health', async (_request, response) => {
    const { isUp, status, details } = (await group?.health()) ?? ALONE
    const { number: head } = chain.tree.head
    response.status(isUp ? 200 : 503).json({ status, name: clientVersion, head, ...details })
  })
  application.get('/metrics', async (_request, response) => {
    const all = await group?.metrics()
    const registry = all === undefined ? own : addMetrics(all)
    response.type(registry.contentType).send(await registry.metrics())
  })
  application.use('/ws/v3', (_request, response) => {
    refuser.answer(response, refusals.upgradeRequired)
  })
  const unknownPath = hasControl ? refusals.unknownPathBesideControl : refusals.unknownPath
  application.use(({ path }, response) =>
    refuser.answer(response, path === '/' ? refusals.noRootAddress : unknownPath),
  )
  // Express recognizes an error handler by its four parameters; its default handler would send a stack trace.
  const handleError: ErrorRequestHandler = (error, _request, response, _next) => {
    onInternalError(error)
    refuser.answer(response, refusals.failure)
  }
  application.use(handleError)
  return application
}
