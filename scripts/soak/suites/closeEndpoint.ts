import { callMethod } from '../../../test/support/callMethod.ts'

/**
 * Closes the endpoint of a key, for ever.
 *
 * @param control address without a key
 * @throws {Error} if the server refuses, but not if the endpoint was dropped before
 */
export async function closeEndpoint(control: string, key: string): Promise<void> {
  try {
    await callMethod(`${control}/${key}`, 'ommer_closeEndpoint', key)
  } catch (error) {
    if (!String(error).includes('no endpoint')) throw error
  }
}
