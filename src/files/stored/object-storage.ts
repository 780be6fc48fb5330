/** Of an S3-compatible storage. Plain values, because they are passed to threads. */
export type ObjectStorage = {
  bucket: string
  /** Of the names of objects; empty, or without a slash at its ends. */
  prefix: string
  /** Absent: that of AWS for the region. */
  endpoint?: string
  region: string
  /** The bucket is the first part of the path, not of the host's name. */
  pathStyle: boolean
  /** Absent: the role of the machine, or what else the client of AWS finds. */
  credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string }
}

/** Also in rows that name files. Without the endpoint, which may get another name. */
export function placeOfObjects({ bucket, prefix }: Pick<ObjectStorage, 'bucket' | 'prefix'>): string {
  return `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`
}

const settings = ['endpoint', 'region', 'path_style']

/** @returns a sentence's end if the address is wrong. */
export function parseObjectStorage(text: string): ObjectStorage | string {
  if (!URL.canParse(text))
    return 'must look like s3://bucket/prefix?endpoint=https://s3.example.com&region=eu-1'
  const { pathname, searchParams, username, password, hash } = new URL(text)
  if (username !== '' || password !== '') return noCredentials
  const [, bucket = '', port] = /^s3:\/\/([^/?#@:]*)(:\d*)?/.exec(text) ?? []
  if (!/^[a-zA-Z0-9][\w.-]{1,61}[a-zA-Z0-9]$/.test(bucket) || port !== undefined)
    return 'must begin with s3:// and the name of a bucket; the name of a server goes into ?endpoint='
  const names = [...searchParams.keys()]
  const unknown = names.find((name) => !settings.includes(name))
  if (unknown !== undefined) return `has ${unknown}; it can have endpoint, region and path_style`
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) return `must have ${twice} only once`
  const prefix = pathname.replaceAll(/^\/+|\/+$/g, '')
  if (!/^[\w./-]*$/.test(prefix) || hash !== '')
    return 'must have a prefix of letters, digits, dots, hyphens and slashes'
  const endpoint = searchParams.get('endpoint') ?? undefined
  const wrong = endpoint === undefined ? null : wrongEndpoint(endpoint)
  if (wrong !== null) return wrong
  const region = searchParams.get('region') ?? (endpoint === undefined ? '' : 'us-east-1')
  if (!/^[\w-]+$/.test(region)) return 'must have a region, such as ?region=eu-central-1, or an endpoint'
  const style = searchParams.get('path_style') ?? String(endpoint !== undefined)
  if (style !== 'true' && style !== 'false') return 'must have path_style=true or path_style=false'
  return { bucket, prefix, ...(endpoint !== undefined && { endpoint }), region, pathStyle: style === 'true' }
}

const noCredentials = 'must not have credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'

/** The endpoint is in messages, so nothing secret may be in it. */
function wrongEndpoint(endpoint: string): string | null {
  if (endpoint.includes('@')) return noCredentials
  return /^https?:\/\/[^/?#]+\/?$/.test(endpoint) && URL.canParse(endpoint)
    ? null
    : 'must have an endpoint such as https://s3.example.com, without a path'
}
