import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { onTestFinished } from 'vitest'
import type { ObjectStorage } from '../../../src/files/stored/object-storage.ts'

/** What s3rver accepts; it does not verify signatures. */
const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

/** @returns whether it has answered instead of the storage; `cut`: of the storage's answer only a part arrives. */
export type Fault = (
  request: IncomingMessage,
  response: ServerResponse,
) => boolean | 'cut' | Promise<boolean | 'cut'>

/**
 * A storage that speaks S3, on loopback, and a proxy in front of it that answers as `fault` says. The proxy passes all
 * headers on, because they are signed.
 */
export async function anObjectStorage() {
  const directory = await mkdtemp(join(tmpdir(), 'quiver-objects-'))
  const bucket = 'files'
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  })
  const { port } = await server.run()
  let fault: Fault = () => false
  const requests: string[] = []
  const answerOne = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    requests.push(`${incoming.method} ${incoming.url}`)
    const said = await fault(incoming, outgoing)
    if (said !== true) passOn(incoming, outgoing, { port, isCut: said === 'cut' })
  }
  const proxy = createServer((incoming, outgoing) => void answerOne(incoming, outgoing))
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    proxy.closeAllConnections()
    await new Promise((resolve) => proxy.close(resolve))
    await server.close()
    await rm(directory, { recursive: true, force: true })
  })
  const endpoint = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const settings = {
    bucket,
    prefix: 'quiver/test',
    endpoint,
    region: 'us-east-1',
    pathStyle: true,
    credentials,
  }
  const root = join(directory, bucket, settings.prefix)
  const objects = async () => {
    const names = await readdir(root, { recursive: true }).catch(() => [])
    return names.flatMap((name) => /^(\d+\/[0-9a-f]{32})\._S3rver_object$/.exec(name)?.[1] ?? [])
  }
  const fileOf = (object: string) => join(root, `${object}._S3rver_object`)
  return {
    settings: settings satisfies ObjectStorage,
    variables: {
      STORAGE_URL: `s3://${bucket}/${settings.prefix}?endpoint=${endpoint}`,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    /** `METHOD path` of all since the start. */
    requests,
    answer: (by: Fault) => void (fault = by),
    recover: () => void (fault = () => false),
    objects,
    read: (object: string) => readFile(fileOf(object)),
    replace: (object: string, bytes: Buffer) => writeFile(fileOf(object), bytes),
    lose: (object: string) => rm(fileOf(object)),
  }
}

type Passing = { port: number; isCut: boolean }

function passOn(incoming: IncomingMessage, outgoing: ServerResponse, { port, isCut }: Passing): void {
  const { method, url, headers } = incoming
  const passed = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
    if (!isCut) return void answer.pipe(outgoing)
    answer.once('data', (bytes: Buffer) => {
      // Half of the first piece, and then the connection ends.
      outgoing.write(bytes.subarray(0, bytes.length / 2), () => outgoing.destroy())
      answer.destroy()
    })
  })
  passed.on('error', () => outgoing.destroy())
  incoming.on('error', () => passed.destroy())
  incoming.pipe(passed)
}

/** An error as S3 answers it. */
export function refuse(response: ServerResponse, status: number, code: string): true {
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`
  response.writeHead(status, { 'content-type': 'application/xml', connection: 'close' }).end(body)
  response.req.resume()
  return true
}
