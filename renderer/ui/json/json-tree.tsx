import { Group } from '@mantine/core'
import { IconExternalLink, IconRoute } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactElement, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { IconButton } from '../controls/buttons.tsx'
import { toggled } from '../controls/toggled.ts'
import { CopyButton, copyText } from '../text/copy-button.tsx'
import {
  drawnAtOnce,
  type JsonLine,
  type JsonNode,
  jsonText,
  linesOf,
  openAtFirst,
  readJson,
  summaryOf,
} from './json-nodes.ts'
import { isWebAddress, openLink } from './open-link.ts'
import classes from './json-tree.module.css'

interface JsonTreeProps {
  readonly text: string
  readonly label: string
  readonly takesFocus?: boolean
}

/**
 * Renders JSON as a tree with every digit as sent. Arrow keys move, open and close; a value and its path can be copied;
 * a web address is opened after the person has seen it in full.
 * @param props.text JSON; invalid JSON is shown as it is. When the text changes, the same path stays current
 * @param props.takesFocus whether the tree gets the focus when it appears
 */
export function JsonTree({ text, label, takesFocus = false }: JsonTreeProps): ReactElement {
  const root = useMemo(() => tryRead(text), [text])
  if (root === undefined)
    return (
      <pre className={classes['plain']} tabIndex={0} aria-label={label}>
        {text}
      </pre>
    )
  return <Tree root={root} label={label} takesFocus={takesFocus} />
}

function tryRead(text: string): JsonNode | undefined {
  try {
    return readJson(text)
  } catch {
    return undefined
  }
}

interface TreeProps {
  readonly root: JsonNode
  readonly label: string
  readonly takesFocus: boolean
}

function Tree({ root, label, takesFocus }: TreeProps): ReactElement {
  const [open, setOpen] = useState(() => openAtFirst(root))
  const [shown, setShown] = useState<ReadonlyMap<string, number>>(new Map())
  const [chosen, setCurrent] = useState('$')
  const [shownRoot, setShownRoot] = useState(root)
  if (shownRoot !== root) {
    setShownRoot(root)
    setShown(new Map())
    // Nodes that were open in the previous text stay open.
    setOpen(new Set([...openAtFirst(root), ...open]))
  }
  const tree = useRef<HTMLDivElement>(null)
  const lines = linesOf(root, open, shown)
  const current = lines.some(({ path }) => path === chosen) ? chosen : '$'
  const selected = lines.find(({ path }) => path === current)
  const address = selected !== undefined && isWebAddress(selected.node) ? selected.node.text : undefined
  const currentPath = selected === undefined ? current : placeOf(selected)

  const focusCurrent = useEffectEvent(() => {
    const line = tree.current?.querySelector<HTMLElement>('[role=treeitem][tabindex="0"]')
    if (line !== document.activeElement) line?.focus()
  })
  useEffect(() => {
    if (takesFocus) focusCurrent()
  }, [takesFocus])
  const hasFocus = useRef(false)
  useEffect(() => {
    // The line with the focus may be gone: more items were rendered, or another record lacks its path.
    if (hasFocus.current) focusCurrent()
  })

  function focus(line: JsonLine | undefined): void {
    if (line === undefined) return
    setCurrent(line.path)
    const index = lines.indexOf(line)
    tree.current?.querySelectorAll<HTMLElement>('[role=treeitem]')[index]?.focus()
  }
  function toggle(line: JsonLine, isOpen: boolean): void {
    setOpen(toggled(open, line.path, isOpen))
  }
  function activate(line: JsonLine, how: 'key' | 'click'): void {
    setCurrent(line.more?.first ?? line.path)
    if (line.more !== undefined) {
      const { holder } = line.more
      setShown(new Map(shown).set(holder, (shown.get(holder) ?? drawnAtOnce) + drawnAtOnce * 10))
    } else if (hasParts(line.node)) toggle(line, !open.has(line.path))
    else if (how === 'key' && isWebAddress(line.node)) openLink(line.node.text)
  }
  function press(event: KeyboardEvent): void {
    // With Alt, keys belong to what is around the tree.
    if (event.altKey) return
    const index = lines.findIndex(({ path }) => path === current)
    const line = lines[index]
    if (line === undefined) return
    const isOpen = open.has(line.path)
    switch (event.key) {
      case 'ArrowDown':
        focus(lines[index + 1])
        break
      case 'ArrowUp':
        focus(lines[index - 1])
        break
      case 'Home':
        focus(lines[0])
        break
      case 'End':
        focus(lines.at(-1))
        break
      case 'ArrowRight':
        if (hasParts(line.node) && !isOpen) toggle(line, true)
        else focus(lines[index + 1])
        break
      case 'ArrowLeft':
        if (isOpen && hasParts(line.node)) toggle(line, false)
        else focus(lines.findLast((other, at) => at < index && other.depth < line.depth))
        break
      case 'Enter':
      case ' ':
        activate(line, 'key')
        break
      case 'c':
      case 'C':
        if (!event.ctrlKey && !event.metaKey) return
        copyText(event.shiftKey ? placeOf(line) : valueText(line.node))
        break
      default:
        return
    }
    event.preventDefault()
  }

  return (
    <div className={classes['box']}>
      <Group gap={4} wrap="nowrap" mih={28} mb={4}>
        <code className={classes['path']}>{currentPath}</code>
        {address !== undefined && (
          <IconButton
            label="Open in browser…"
            tooltip="Open in browser… (Enter)"
            icon={IconExternalLink}
            size={24}
            tooltipOnFocus={false}
            onClick={() => openLink(address)}
          />
        )}
        <CopyButton text={currentPath} label="Copy path" keys="Ctrl+Shift+C" icon={IconRoute} />
        {selected !== undefined && <CopyButton text={valueText(selected.node)} label="Copy value" keys="Ctrl+C" />}
      </Group>
      <div
        ref={tree}
        role="tree"
        aria-label={label}
        onFocus={() => {
          hasFocus.current = true
        }}
        onBlur={() => {
          hasFocus.current = false
        }}
        onKeyDown={press}
      >
        {lines.map((line) => (
          <div
            key={line.path}
            role="treeitem"
            aria-level={line.depth + 1}
            aria-selected={line.path === current}
            {...(hasParts(line.node) && line.more === undefined ? { 'aria-expanded': open.has(line.path) } : {})}
            tabIndex={line.path === current ? 0 : -1}
            className={classes['line']}
            style={{ paddingLeft: `${line.depth * 16 + 4}px` }}
            onClick={() => activate(line, 'click')}
          >
            {line.more === undefined ? (
              <Line line={line} isOpen={open.has(line.path)} />
            ) : (
              `${line.more.count.toLocaleString()} more…`
            )}
          </div>
        ))}
      </div>
    </div>
  )
}

function Line({ line, isOpen }: { readonly line: JsonLine; readonly isOpen: boolean }): ReactElement {
  const { node, label } = line
  return (
    <>
      <span className={classes['twist']} aria-hidden data-open={isOpen}>
        {hasParts(node) ? '›' : ''}
      </span>
      <span className={classes['member']}>
        {label !== undefined && <span className={classes['label']}>{label}</span>}
        <span className={classes['value']} data-kind={node.kind} dir="auto">
          {isWebAddress(node) ? (
            <span className={classes['link']} onClick={() => openLink(node.text)}>
              {node.text}
            </span>
          ) : hasParts(node) ? (
            summaryOf(node)
          ) : node.kind === 'text' ? (
            node.text || '“”'
          ) : (
            summaryOf(node)
          )}
        </span>
      </span>
    </>
  )
}

function hasParts(node: JsonNode): boolean {
  return (node.kind === 'object' && node.entries.length > 0) || (node.kind === 'list' && node.items.length > 0)
}

function placeOf({ path, more }: JsonLine): string {
  return more?.holder ?? path
}

/** Returns a value as JSON; text without quotes. */
function valueText(node: JsonNode): string {
  return node.kind === 'text' ? node.text : jsonText(node)
}
