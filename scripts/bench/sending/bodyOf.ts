/** The request, or the batch of requests, that sends transactions. */
export function bodyOf(raws: readonly string[]): string {
  const requests = raws.map((raw, id) => {
    return { jsonrpc: '2.0', id, method: 'eth_sendRawTransaction', params: [raw] }
  })
  return JSON.stringify(requests.length === 1 ? requests[0] : requests)
}
