import { useElementSize } from '@mantine/hooks'
import { type KeyboardEvent, type ReactElement, type ReactNode, useMemo, useState } from 'react'
import { environmentNames } from '#shared/profiles/environment.ts'
import { RouteLink, useNavigation } from '../../platform/navigation.tsx'
import { EnvironmentShape } from '../../ui/controls/environment-badge.tsx'
import { measureIn, useFontsReady } from '../../ui/drawing/text-width.ts'
import { useShownCard } from '../../ui/drawing/use-shown-card.ts'
import { titleIfCut } from '../../ui/text/title-if-cut.ts'
import { AxisDrawing } from './axis-drawing.tsx'
import { BarCard } from './bar-card.tsx'
import { barAfterKey, firstBar } from './bar-navigation.ts'
import { axisHeight, fontSize, type Plot, plotOf } from './plot.ts'
import { RowDrawing } from './row-drawing.tsx'
import { type PlacedRow, placeRow } from './row-notes.ts'
import { layOutTimeline, type ShownTimeline, type TimelineBar } from './timeline-layout.ts'
import { DrawingPatterns } from './timeline-legend.tsx'
import { barLabel } from './timeline-messages.ts'
import classes from './timeline-picture.module.css'

const measure = measureIn(`600 ${fontSize}px 'Inter Variable', sans-serif`)

/**
 * The timeline as a picture: the axis stays in view while the rows scroll; every bar reacts to pointer and keyboard.
 */
export function TimelinePicture({ certificates, range, showRetired, now, dates }: ShownTimeline): ReactElement {
  const { ref, width } = useElementSize<HTMLDivElement>()
  const { go } = useNavigation()
  const [focused, setFocused] = useState<string>()
  const { shown, hide, eventsOf } = useShownCard<TimelineBar>()

  useFontsReady()

  const plot = useMemo(
    () => plotOf({ range, width: Math.max(width, 200), now, measure, dates }),
    [range, width, now, dates],
  )
  const groups = useMemo(
    () => layOutTimeline(certificates, { range, showRetired, now, dates, shortest: plot.shortest }),
    [certificates, range, showRetired, now, dates, plot.shortest],
  )
  const ids = groups.flatMap(({ rows }) => rows.flatMap(({ bars }) => bars.map((bar) => bar.certificate.credentialId)))
  const tabStop = focused !== undefined && ids.includes(focused) ? focused : firstBar(groups)

  function open(bar: TimelineBar): void {
    go({ page: 'credentials', profileId: bar.certificate.profileId })
  }

  function onKeyDown(event: KeyboardEvent<SVGGElement>, bar: TimelineBar): void {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      open(bar)
      return
    }
    const next = barAfterKey(groups, bar.certificate.credentialId, event.key)
    if (next === undefined) return
    event.preventDefault()
    document.querySelector<SVGGElement>(`[data-credential="${next}"]`)?.focus()
  }

  const wrapBar = (bar: TimelineBar, drawing: ReactNode): ReactElement => {
    const { credentialId } = bar.certificate
    return (
      <g
        role="button"
        tabIndex={credentialId === tabStop ? 0 : -1}
        aria-label={barLabel(bar, now, dates)}
        className={classes['bar']}
        data-credential={credentialId}
        data-state={bar.certificate.state}
        onClick={() => open(bar)}
        onKeyDown={(event) => onKeyDown(event, bar)}
        {...eventsOf(bar, () => setFocused(credentialId))}
      >
        {drawing}
      </g>
    )
  }

  return (
    <div className={classes['scroll']} onScroll={hide}>
      <svg className={classes['patterns']} width={0} height={0} aria-hidden focusable="false">
        <DrawingPatterns />
      </svg>
      <div className={classes['axis']}>
        <div className={classes['corner']}>Profile</div>
        <div ref={ref} className={classes['plot']}>
          <svg
            width={plot.width}
            height={axisHeight}
            role="img"
            aria-label={`From ${dates.date(range.from)} to ${dates.date(range.to)}`}
          >
            <AxisDrawing plot={plot} />
          </svg>
        </div>
      </div>
      {groups.map(({ environment, rows }) => (
        <section
          key={environment}
          aria-label={environmentNames[environment]}
          data-environment={rows.every(({ practice }) => practice) ? undefined : environment}
        >
          <h2 className={classes['group']}>
            <EnvironmentShape environment={environment} size={12} />
            {environmentNames[environment]}
          </h2>
          {rows.map((row) => (
            <Row key={row.profileId} placed={placeRow(row, plot)} plot={plot} wrapBar={wrapBar} />
          ))}
        </section>
      ))}
      {shown !== undefined && <BarCard shown={shown} now={now} />}
    </div>
  )
}

interface RowProps {
  readonly placed: PlacedRow
  readonly plot: Plot
  readonly wrapBar: (bar: TimelineBar, drawing: ReactNode) => ReactElement
}

function Row({ placed, plot, wrapBar }: RowProps): ReactElement {
  const { profileId, profileName, practice } = placed.row
  return (
    <div className={classes['row']}>
      <div className={classes['label']}>
        <RouteLink to={{ page: 'credentials', profileId }} {...titleIfCut(profileName)}>
          {profileName}
        </RouteLink>
        {practice && <span className={classes['practice']}>Practice</span>}
      </div>
      <div className={classes['plot']}>
        <svg width={plot.width} height={placed.height} role="group" aria-label={profileName}>
          <RowDrawing placed={placed} plot={plot} wrapBar={wrapBar} />
        </svg>
      </div>
    </div>
  )
}
