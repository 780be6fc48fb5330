import type { Upload } from 'tus-js-client'
import { serverUrl } from '../../app/root.ts'

export type Progress = { sent: number; total: number; isCut: boolean }

type Options = {
  csrfToken: string
  /** Of an upload that has the beginning of the file, from whichever browser. */
  uploadId?: number | undefined
  onProgress: (progress: Progress) => void
  signal: AbortSignal
}

/** Retries for five minutes while the server cannot be reached; any byte that arrives restarts the delays. */
const retryDelays = [0, 500, 1_000, 2_000, ...Array.from({ length: 60 }, () => 5_000)]

/** A browser alone takes about a quarter of an hour to notice a connection that a router or a sleeping laptop has dropped. */
const silenceMs = 60_000

/**
 * Sends a file in one piece and goes on after a lost connection; a file that was chosen again continues where it was.
 * @returns the id of the upload
 */
export async function uploadFile(
  file: File,
  { csrfToken, uploadId, onProgress, signal }: Options,
): Promise<number> {
  const endpoint = `${serverUrl}/ga/api/v2/uploads`
  const tus = await import('tus-js-client')
  let sent = 0
  let heardMs = performance.now()
  let watch: ReturnType<typeof setInterval> | undefined
  const report = (isCut: boolean) => {
    heardMs = performance.now()
    onProgress({ sent, total: file.size, isCut })
  }
  return new Promise<number>((resolve, reject) => {
    const upload = new tus.Upload(file, {
      endpoint,
      ...(uploadId === undefined ? {} : { uploadUrl: `${endpoint}/${uploadId}` }),
      headers: { 'x-csrf-token': csrfToken },
      metadata: { filename: file.name },
      retryDelays,
      removeFingerprintOnSuccess: true,
      onProgress: (bytes) => {
        sent = bytes
        report(false)
      },
      onShouldRetry: (error) => {
        const status = error.originalResponse?.getStatus() ?? 0
        const isRefused = status >= 400 && status < 500 && ![408, 409, 423, 429].includes(status)
        if (!isRefused) report(true)
        return !isRefused
      },
      onError: reject,
      onSuccess: () => resolve(Number(/\d+$/.exec(upload.url ?? '')?.[0])),
    })
    signal.addEventListener('abort', () => {
      void upload.abort()
      reject(new DOMException('stopped', 'AbortError'))
    })
    report(false)
    void begin(upload, signal)
    watch = setInterval(() => {
      // Not once all bytes are sent: the server may need its time to store them.
      if (sent === file.size || performance.now() - heardMs < silenceMs) return
      report(true)
      void upload.abort()
      upload.start()
    }, 5_000)
  }).finally(() => clearInterval(watch))
}

async function begin(upload: Upload, signal: AbortSignal): Promise<void> {
  if (upload.url !== null || upload.options.uploadUrl != null) return upload.start()
  const [before] = await upload.findPreviousUploads()
  if (before !== undefined) upload.resumeFromPreviousUpload(before)
  if (!signal.aborted) upload.start()
}
