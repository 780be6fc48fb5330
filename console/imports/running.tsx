import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import {
  cancelSubscriberImport,
  pauseSubscriberImport,
  unpauseSubscriberImport,
  type ImportRecord,
} from '../../src/contract/imports/endpoints.ts'
import { useChange } from '../app/api.ts'
import { useMay } from '../app/may.ts'
import { useZone } from '../app/places.ts'
import { comma, instant, percent } from '../design/figures.ts'
import { duration } from '../words/audience/amounts.ts'
import { Panel } from '../design/page.tsx'
import { Failure } from '../design/states.tsx'
import { importWords, runWords as words } from '../words/imports.ts'

export function isAhead(ms: number): boolean {
  return ms > Date.now()
}

/** Bar, rows, rate and time left, with what one can do meanwhile. */
export function Running({ of, children }: { of: ImportRecord; children?: string }) {
  const zone = useZone()
  const { state, stats } = of
  const { number_of_records: all, records_imported: done } = stats
  const rate = useRate(done)
  const isMoving = state === 'importing'
  const share = all === null || all === 0 ? 0 : (100 * done) / all
  const isWaiting = state === 'scheduled' && isAhead(Date.parse(of.begins_at))
  const facts = [
    ...(isMoving && all !== null ? [percent(done, all), words.done(done, all)] : []),
    ...(isMoving && rate > 0 ? [words.rate(Math.round(rate))] : []),
    ...(isMoving && rate > 0 && all !== null ? [words.left(duration((all - done) / rate))] : []),
  ].filter((fact) => fact !== '')
  return (
    <Panel>
      <Stack gap="sm">
        <Text fw={600}>
          {isWaiting ? words.starts(instant(of.begins_at, zone)) : importWords.states[state]}
        </Text>
        <Progress value={share} animated={isMoving} aria-label={words.progress} size="lg" />
        <Text className="figures" c="dimmed">
          {facts.join(comma)}
        </Text>
        {children !== undefined && <Text>{children}</Text>}
        <Controls of={of} />
      </Stack>
    </Panel>
  )
}

/** Rows a second, over the last answers. */
function useRate(done: number): number {
  const seen = useRef<{ at: number; done: number }[]>([])
  const [rate, setRate] = useState(0)
  useEffect(() => {
    const now = { at: performance.now(), done }
    seen.current = [...seen.current, now].filter(({ at }) => now.at - at < 10_000)
    const [first] = seen.current
    if (first !== undefined && now.at > first.at)
      setRate((1000 * (now.done - first.done)) / (now.at - first.at))
  }, [done])
  return rate
}

function Controls({ of }: { of: ImportRecord }) {
  const may = useMay()
  const [isSure, setSure] = useState(false)
  const pause = useChange(pauseSubscriberImport)
  const resume = useChange(unpauseSubscriberImport)
  const cancel = useChange(cancelSubscriberImport)
  if (!may(pauseSubscriberImport)) return null
  const input = { params: { id: of.id } }
  const { records_imported: done } = of.stats
  const failure = pause.error ?? resume.error ?? cancel.error
  return (
    <>
      {failure !== null && <Failure error={failure} />}
      {isSure ? (
        <Alert role="alertdialog" variant="outline" color="var(--quiver-warning)" title={words.cancel(done)}>
          <Group>
            <Button variant="default" autoFocus onClick={() => setSure(false)}>
              {words.keep}
            </Button>
            <Button color="red.9" onClick={() => cancel.mutate(input)} loading={cancel.isPending}>
              {words.cancelSure(done)}
            </Button>
          </Group>
        </Alert>
      ) : (
        <Group>
          {of.state === 'paused' ? (
            <Button onClick={() => resume.mutate(input)} loading={resume.isPending}>
              {words.resume}
            </Button>
          ) : (
            <Button variant="default" onClick={() => pause.mutate(input)} loading={pause.isPending}>
              {words.pause}
            </Button>
          )}
          <Button variant="default" onClick={() => (done === 0 ? cancel.mutate(input) : setSure(true))}>
            {words.cancel(done)}
          </Button>
        </Group>
      )}
    </>
  )
}
