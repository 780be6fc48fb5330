/** Of a storage that speaks S3. Plain values, because they are passed to threads. */
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
  const { hostname, pathname, searchParams, username, password } = new URL(text)
  if (username !== '' || password !== '')
    return 'must not have credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'
  const bucket = /^s3:\/\/([^/?#@:]*)/.exec(text)?.[1] ?? hostname
  if (!/^[a-zA-Z0-9][\w.-]{1,61}[a-zA-Z0-9]$/.test(bucket))
    return 'must begin with s3:// and the name of a bucket'
  const unknown = [...searchParams.keys()].find((name) => !settings.includes(name))
  if (unknown !== undefined) return `has ${unknown}; it can have endpoint, region and path_style`
  const prefix = decodeURIComponent(pathname).replaceAll(/^\/+|\/+$/g, '')
  if (!/^[\w./-]*$/.test(prefix)) return 'must have a prefix of letters, digits, dots, hyphens and slashes'
  const endpoint = searchParams.get('endpoint') ?? undefined
  if (endpoint !== undefined && !/^https?:\/\/[^/?#]+\/?$/.test(endpoint))
    return 'must have an endpoint such as https://s3.example.com, without a path'
  const region = searchParams.get('region') ?? (endpoint === undefined ? '' : 'us-east-1')
  if (region === '') return 'must have a region, such as ?region=eu-central-1, or an endpoint'
  const style = searchParams.get('path_style') ?? String(endpoint !== undefined)
  if (style !== 'true' && style !== 'false') return 'must have path_style=true or path_style=false'
  return { bucket, prefix, ...(endpoint !== undefined && { endpoint }), region, pathStyle: style === 'true' }
}
