import { Alert, Anchor, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconPlugConnectedX } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { ApiFailure } from '../../src/client/api.ts'
import { useIsGone } from '../app/reach/missing.ts'
import { unapprovedOf } from '../app/reach/unapproved.ts'
import { kindOf, messageOf } from './failures.ts'
import { words } from '../words/app.ts'

/** Nothing for 150 ms, so that quick answers do not flash; then grey lines in the place of the content. */
export function Loading({ rows = 5, height = 36 }: { rows?: number; height?: number }) {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), 150)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Stack
      className="loading"
      gap={6}
      p="md"
      role="status"
      aria-label={words.loading}
      style={{ minHeight: rows * (height + 6) }}
    >
      {isLong && Array.from({ length: rows }, (_, row) => <Skeleton key={row} height={height} />)}
    </Stack>
  )
}

const AskApproval = lazy(() => import('../plans/ask-approval.tsx'))

type FailureProps = {
  error: unknown
  again?: () => void
  /** Says a sentence of the server in the language of the page, where pages know more of them. */
  say?: (sentence: string) => string
}

/** In the place of the content: what happened, what to do, and a way to try again. What needs an approval is asked for here. */
export function Failure({ error, again, say }: FailureProps) {
  const unapproved = unapprovedOf(error)
  if (unapproved !== null) {
    return (
      <Suspense fallback={<Loading rows={3} />}>
        <AskApproval call={unapproved} />
      </Suspense>
    )
  }
  return <Failed error={error} again={again} say={say} />
}

function Failed({ error, again, say = (sentence) => sentence }: FailureProps) {
  const { title, text } = words.failure(kindOf(error), say(messageOf(error)))
  const requestId = error instanceof ApiFailure ? error.requestId : null
  const Icon = kindOf(error) === 'offline' ? IconPlugConnectedX : IconAlertTriangle
  return (
    <Alert
      role="alert"
      variant="outline"
      color="var(--quiver-danger)"
      icon={<Icon stroke={1.75} />}
      title={title}
      m="md"
    >
      <Stack gap="xs" align="flex-start">
        <Text>{text}</Text>
        {again !== undefined && (
          <Button variant="default" onClick={again}>
            {words.tryAgain}
          </Button>
        )}
        {requestId !== null && (
          <Text size="xs" c="dimmed">
            {words.request(requestId)}
          </Text>
        )}
      </Stack>
    </Alert>
  )
}

type EmptyProps = {
  title: string
  text: ReactNode
  action?: ReactNode
  /** The action of the page, which is not shown twice: the one beside the heading is hidden. */
  pageAction?: ReactNode
}

/** Says what belongs here and what to do first. */
export function Empty({ title, text, action, pageAction }: EmptyProps) {
  return (
    <Stack align="flex-start" gap="xs" px="md" py="lg">
      <Title order={2} size="h3">
        {title}
      </Title>
      <Text c="dimmed" maw="36rem">
        {text}
      </Text>
      {Boolean(action) && <Group mt="xs">{action}</Group>}
      {Boolean(pageAction) && (
        <Group mt="xs" className="page-action">
          {pageAction}
        </Group>
      )}
    </Stack>
  )
}

type AnswerProps<Data> = {
  of: UseQueryResult<Data>
  loading?: ReactNode
  children: (data: Data) => ReactNode
}

/** Loading, failure or the content. A failure of a later fetch is shown above the previous content. */
export function Answered<Data>({ of: result, loading = <Loading />, children }: AnswerProps<Data>) {
  if (result.data === undefined) {
    return result.isError ? <Failure error={result.error} again={() => void result.refetch()} /> : loading
  }
  return (
    <>
      {result.isError && <Stale of={result} />}
      {children(result.data)}
    </>
  )
}

function Stale({ of: { dataUpdatedAt, error, refetch } }: { of: UseQueryResult }) {
  const isGone = useIsGone()
  const kind = kindOf(error)
  if (isGone && kind === 'missing') return null
  return (
    <Group gap="xs" role="status" px="md" py={6}>
      <Text size="sm" c="var(--quiver-warning)">
        {words.asOf(new Date(dataUpdatedAt), kind, messageOf(error))}
      </Text>
      {kind !== 'missing' && (
        <Anchor component="button" size="sm" onClick={() => void refetch()}>
          {words.tryAgain}
        </Anchor>
      )}
    </Group>
  )
}
