import type { ServedEndpoint } from '../../src/server/servedEndpoint.ts'
import type { AnsweredCall } from './callEverything.ts'

/** Calls the methods about filters, while the head moves back and forth. */
export async function* callFilters(endpoint: ServedEndpoint): AsyncGenerator<AnsweredCall> {
  const answer = async (method: string, ...params: unknown[]): Promise<AnsweredCall> => ({
    method,
    params,
    result: await endpoint.request({ method, params }),
  })
  const created = [
    await answer('eth_newFilter', { fromBlock: 'earliest' }),
    await answer('eth_newBlockFilter'),
    await answer('eth_newPendingTransactionFilter'),
  ]
  yield* created
  const back = await endpoint.snapshot()
  const { number } = endpoint.head
  await endpoint.rollback(number)
  const [logs] = created as [AnsweredCall]
  yield answer('eth_getFilterChanges', logs.result)
  await endpoint.revert(back)
  for (const { result } of created) yield answer('eth_getFilterChanges', result)
  yield answer('eth_getFilterLogs', logs.result)
  for (const { result } of created) yield answer('eth_uninstallFilter', result)
}
