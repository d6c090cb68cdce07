export const practiceFaults = [
  'token-expired',
  'rate-limited',
  'unavailable',
  'truncated-body',
  'repeated-cursor',
  'slow-answer',
  'clock-ahead',
  'other-names',
] as const
