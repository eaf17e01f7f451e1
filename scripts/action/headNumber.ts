/** The number of the head, as a client reads it. */
export async function headNumber(url: string): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}',
  })
  const { result } = (await response.json()) as { readonly result: string }
  return result
}
