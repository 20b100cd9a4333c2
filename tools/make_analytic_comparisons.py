#!/usr/bin/env python3
"""Writes comparisons.json: what the method allows each analytic scene, worked out from its tolerances.

usage: tools/make_analytic_comparisons.py tests/scene/data/analytic

Reads src/core/tolerances.hpp: run it again when a gap there changes (a test says so). Every bound is a formula of the method's own
numbers, with its reason in words; none is fitted to a result.
"""
import json
import math
import pathlib
import re
import sys

D = pathlib.Path(sys.argv[1])
HEADER = (pathlib.Path(__file__).resolve().parent.parent / 'src/core/tolerances.hpp').read_text()
# The numbers of the method that bounds are made of.
NAMES = ['skin_per_size', 'impact_gap', 'rest_gap', 'gap_tolerance', 'activation_gap', 'resting_speed',
         'resting_speed_per_step_of_fall', 'substeps_with_contact']
METHOD = {name: float(re.search(f' {name} = ([-0-9.e]+);', HEADER)[1]) for name in NAMES}
g = 9.81
h = 1 / 60 / METHOD['substeps_with_contact']
ref = json.loads((D / 'reference.json').read_text())
R = []


def row(scene, what, measure, why, reference=None, expected=None, below=0.0, above=None, scale=1.0, covers=None):
    above = below if above is None else above
    r = dict(scene=scene, what=what, measure=measure)
    if reference is not None:
        r['reference'] = reference
    if expected is not None:
        r['expected'] = expected
    if scale != 1.0:
        r['scale'] = scale
    if covers:
        r['covers'] = covers

    def num(x):
        return None if x is None else float(f'{x:.3g}')
    r['below'] = num(below) if below != math.inf else None
    r['above'] = num(above) if above != math.inf else None
    r['why'] = why
    R.append(r)


def skin(size):
    return METHOD['skin_per_size'] * size


def gap(size):
    return METHOD['impact_gap'] * (1 + METHOD['gap_tolerance']) * skin(size)


exact = 'a momentum balance: nothing but rounding'
for i in range(6):
    row(
        'thrown_book', f'spin about the middle axis changes sign, {i + 1}',
        dict(kind='sign_change', body='book', axis=2, index=i),
        'near the middle axis only 2.9e-7 J tell the ways apart, and the change waits ln(..) / 5.83: energy that rounds by '
        '1e-15 of its 1.16 J shifts it by 7e-10 s; the reference is given to 1e-9',
        ['thrown_book', 'middle_axis_spin_changes_sign_at', i], below=2e-09)
for k in ('half_period_numerical', 'half_period_elliptic'):
    row(
        'thrown_book', 'time between two changes', dict(kind='sign_change_interval', body='book', axis=2, index=0),
        "as its ends: twice 7e-10 s; the reference's two values are 2e-10 apart", ['thrown_book', k], below=2e-09)
row(
    'thrown_book', 'kinetic energy after 20 s, J', dict(kind='kinetic', time='end'),
    '1e-12 in 10 s (docs/guarantees.md), so 2e-12 in 20 s, of 1.16 J', ['thrown_book', 'energy'], below=2.4e-12)
row(
    'thrown_book', 'angular momentum after 20 s', dict(kind='angular_momentum', time='end'),
    "constant of the flow: 1e-14 a step's rounding over 1200 steps at the very worst", ['thrown_book', 'angular_momentum'],
    below=3e-12)
row(
    'free_symmetric_body', 'precession of the spin in the body, rad/s', dict(kind='phase_rate', body='disc', of='spin'),
    'closed form, exact to rounding: 40 rad to 1e-9', ['free_symmetric_body', 'body_precession_rate'], below=1e-09)
row(
    'free_symmetric_body', 'precession of the axis in space, rad/s', dict(kind='phase_rate', body='disc', of='axis'),
    'as above', ['free_symmetric_body', 'space_precession_rate'], below=1e-09)

G = gap(0.5)
v0 = math.sqrt(2 * g)
times = ref['bounce']['impact_times']
for n, t in enumerate(times):
    early = t * G / 2 * (1 + G) + sum((0.1 * G / (v0 * 0.5 ** k) for k in range(1, n + 1)))
    late = sum((0.1 * G / (v0 * 0.5 ** k) for k in range(1, n + 1)))
    if n == 0:
        early = G / v0 * 1.001
    row(
        'bounce_e0.5', f'impact {n + 1}, s', dict(kind='impact_time', index=n),
        ("it bounces on a floor that is higher by the gap G: times go as sqrt(h), so early by t G / 2h (the first by G / v); "
         "each bounce's gap may differ by a tenth: G / 10 v either way"
         if n
         else 'early by at most gap / approach speed'),
        ['bounce', 'impact_times', n], below=early, above=late if n else 1e-15)
for n, p in enumerate(ref['bounce']['peak_heights']):
    row(
        'bounce_e0.5', f'peak {n + 1}, m', dict(kind='peak', body='box', index=n, rest=0.25),
        "the floor is higher by the gap G: the peak is up to G higher, and lower by e^2n of the fall's loss G",
        ['bounce', 'peak_heights', n], below=G * p, above=G)

# m/s: an approach without restitution, and a bounce that stays within the solver's reach.
slow = METHOD['resting_speed'] * 0.5 + METHOD['resting_speed_per_step_of_fall'] * g / 60
low = math.sqrt(2 * g * METHOD['activation_gap'] * skin(0.5))
tail = max(2 * slow * 0.5 / (g * 0.5), 2 * low / (g * 0.5))
row(
    'bounce_e0.5', 'last impact, s', dict(kind='last_impact_time'),
    f"an approach below {slow:.3g} m/s has no restitution (0.1 (1 - e) + half a step's fall), and a bounce below {low:.3g} "
    f"m/s stays within the {METHOD['activation_gap']:.3g} skins where the solver takes over: what is left of the series, 2 v e / g (1 - e) or 2 v / g "
    f"(1 - e), is missing; early like the other times",
    ['bounce', 'stops_at'], below=tail + early, above=late)
row(
    'bounce_e0.5', 'bottom of the box in the end, m', dict(kind='travel', body='box', time='end', direction=[0, 1, 0]),
    'at rest between the floor and the rest gap', expected=-1.0, below=0, above=METHOD['rest_gap'] * skin(0.5) * 1.001,
    covers=['bounce', 'h'])

G = gap(0.5)
for n in range(3):
    G1 = G
    row(
        'bounce_e1', f'impact {n + 1}, s', dict(kind='impact_time', index=n),
        ("(2 n + 1) sqrt(2 h / g): the floor is higher by the gap, early by t G / 2h, either way by a tenth of a gap's time "
         "at each bounce"
         if n
         else 'early by at most gap / approach speed'),
        ['bounce', 'impact_times', 0], scale=2 * n + 1,
        below=times[0] * (2 * n + 1) * G / 2 * (1 + G) + n * 0.1 * G / v0 if n else G / v0 * 1.001,
        above=n * 0.1 * G / v0 if n else 1e-15)
row(
    'bounce_e1', "energy in the end over the start's", dict(kind='energy_ratio'), 'elastic impacts keep it to rounding',
    expected=1.0, below=1e-12, covers=['bounce', 'e'])

G = gap(0.01 ** (1 / 3))
for e, s in (('e0', 'tilted_rod_e0'), ('e0.5', 'tilted_rod_e0.5'), ('e1', 'tilted_rod_e1')):
    k = 'tilted_rod_on_floor_' + e
    row(
        s, 'impact, s', dict(kind='impact_time', index=0), 'early by at most gap / approach speed', expected=0.05 / 3,
        below=G / 3, above=1e-15, covers=[k, 'speed_down'])
    row(
        s, 'impulse, N s', dict(kind='impact', index=0, value='impulse'),
        'frictionless: the lever arm does not depend on the gap', [k, 'impulse_up'], below=1e-12)
    row(
        s, 'corner from the centre, x, m', dict(kind='impact_arm', index=0, body='rod', value=0),
        'a corner of the hull, to rounding', [k, 'lowest_corner_from_centre', 0], below=1e-12)
    row(
        s, 'corner from the centre, y, m', dict(kind='impact_arm', index=0, body='rod', value=1),
        'the point lies in the middle of the gap: lower by half of it', [k, 'lowest_corner_from_centre', 1], below=G / 2,
        above=1e-12)
    row(
        s, "centre's velocity after, m/s", dict(kind='state', time='end', body='rod', value='vy'), exact,
        [k, 'centre_velocity_after'], below=1e-12)
    row(
        s, 'spin after, rad/s', dict(kind='state', time='end', body='rod', value='wz'), exact + '; no gravity, so it keeps it',
        [k, 'spin_after_about_z'], below=1e-11)
    row(s, 'energy before, J', dict(kind='kinetic', time='start'), 'rounding', [k, 'energy_before'], below=1e-12)
    row(s, 'energy after, J', dict(kind='kinetic', time='end'), 'rounding', [k, 'energy_after'], below=1e-12)

k = 'tilted_rod_sticks_e0'
s = k
rel = G / 2 / 0.2933
why = f'the point lies in the middle of the gap: the arm is out by {G / 2:.2g} m of 0.293 m'
for i, val in ((0, 'friction_impulse'), (1, 'impulse')):
    v = ref[k]['impulse'][i]
    row(
        s, val.replace('_', ' ') + ', N s', dict(kind='impact', index=0, value=val), why, [k, 'impulse', i],
        below=2 * rel * v)
row(
    s, 'friction over impulse', dict(kind='impact', index=0, value='friction_ratio'), why, [k, 'needs_mu_at_least'],
    below=2 * rel * 0.7)
for i, val in ((0, 'vx'), (1, 'vy')):
    row(
        s, "centre's velocity after, " + val[1] + ', m/s', dict(kind='state', time='end', body='rod', value=val), why,
        [k, 'centre_velocity_after', i], below=2 * rel * 1.5)
row(
    s, 'spin after, rad/s', dict(kind='state', time='end', body='rod', value='wz'), why, [k, 'spin_after_about_z'],
    below=2 * rel * 3.64)

a = ref['brick_on_incline']['acceleration']
c = math.cos(math.radians(30))
S = math.sin(math.radians(30))
# m/s: what the friction of a first substep, found from nothing in three sweeps, may lack.
cold = 0.3 * g * c * h
row(
    'brick_on_incline_mu0.3', 'speed after 3 s, m/s', dict(kind='speed_along', body='brick', time=3.0, direction=[c, -S, 0]),
    "a t; the first substep's friction is found from nothing in three sweeps, and may lack all of its mu g cos h = 5.3e-3 m/s",
    ['brick_on_incline', 'acceleration'], scale=3, below=0.001 * cold, above=cold)
row(
    'brick_on_incline_mu0.3', 'way after 3 s, m', dict(kind='travel', body='brick', time=3.0, direction=[c, -S, 0]),
    "a t^2 / 2; a substep moves with the speed of its end: ahead by a t h / 2 = 7.4e-3 m, and by the first substep's 5.3e-3 "
    "m/s",
    ['brick_on_incline', 'acceleration'], scale=4.5, below=0.0001, above=a * 3 * h / 2 + cold * 3)
row(
    'brick_on_incline_sticks', 'way after 3 s at 16.5 degrees, m',
    dict(kind='travel', body='brick', time='end', direction=[1, 0, 0]),
    'below the friction angle of 16.699 degrees it stays; the first substep may let it go with g sin h = 5.8e-3 m/s, which g '
    '(mu cos - sin) = 0.036 m/s^2 stops within v^2 / 2a',
    expected=0.0, below=1e-09,
    above=(g * math.sin(math.radians(16.5)) * h) ** 2 / (2 * g * (0.3 * math.cos(math.radians(16.5)) - math.sin(math.radians(16.5)))),
    covers=['brick_on_incline', 'sticks_below_degrees'])

sl = math.radians(16.9)
a2 = g * (math.sin(sl) - 0.3 * math.cos(sl))
cold2 = 0.3 * g * math.cos(sl) * h
row(
    'brick_on_incline_slips', 'way after 3 s at 16.9 degrees, m',
    dict(kind='travel', body='brick', time='end', direction=[1, 0, 0]),
    "g (sin - mu cos) t^2 / 2, ahead by a t h / 2 and by the first substep's mu g cos h t as above", expected=a2 * 4.5,
    below=0.0001, above=a2 * 3 * h / 2 + cold2 * 3, covers=['brick_on_incline', 'sticks_below_degrees'])
row(
    'brick_on_incline_topples', 'turned by after 2 s, rad', dict(kind='turn', body='brick', time='end'),
    'it falls on its side: a quarter turn, give or take a rest gap (2e-4 m) of 0.2 m', expected=math.pi / 2, below=0.002,
    covers=['brick_on_incline', 'topples_instead_when'])
row(
    'sliding_brick_stops', 'way, m', dict(kind='travel', body='brick', time='end', direction=[1, 0, 0]),
    "v^2 / 2 mu g; a substep moves with the speed of its end: short by v h / 2 = 5.2e-3 m; the first substep's friction may "
    "be lacking: ahead by 2 mu g h / v of it",
    ['sliding_brick_stops', 'distance'], below=5 * h / 2 + 0.0001, above=0.3 * g * h / 5 * 2 * 4.2474)
row(
    'sliding_brick_stops', 'time when it stands, s', dict(kind='rest_time', body='brick', speed=0.3 * g * h),
    "v / mu g; 'stands' is slower than what friction takes in a substep, mu g h: early by up to a substep and late by the "
    "first one, whose friction may be lacking, and by 1/600 s of sampling",
    ['sliding_brick_stops', 'time'], below=h + 1 / 600, above=2 * h + 1 / 600)

G = gap(1.0)
row(
    'head_on_elastic', 'impact, s', dict(kind='impact_time', index=0), 'early by at most gap / approach speed', expected=1.5,
    below=G / 2, above=1e-12, covers=['head_on_elastic', 'u1'])
row(
    'head_on_elastic', 'velocity of a after, m/s', dict(kind='state', time='end', body='a', value='vx'), exact,
    ['head_on_elastic', 'v1'], below=1e-12)
row(
    'head_on_elastic', 'velocity of b after, m/s', dict(kind='state', time='end', body='b', value='vx'), exact,
    ['head_on_elastic', 'v2'], below=1e-12)

ck = 'five equal boxes in a row, 1 mm apart (not touching), first at u'
for i in range(5):
    row(
        'newtons_cradle', f'velocity of box {i + 1} in the end, m/s', dict(kind='state', time='end', body=f'n{i}', value='vx'),
        exact, expected=2.0 if i == 4 else 0.0, below=1e-12, covers=['newtons_cradle', 'after'])
row(
    'newtons_cradle', 'momentum handed on, N s', dict(kind='impact', index=0, value='impulse'), 'm u', ['newtons_cradle', ck],
    below=1e-12)
row(
    'painleve', "energy in the end over the start's", dict(kind='energy_ratio'),
    'no NaN and no growth: 0 .. 1; the jam is an impulse', expected=0.5, below=0.5, above=0.5, covers=['painleve', 'expect'])

I = 2 / 3
# rad/s^2 at the landing, where the centre is 0.5 m beside the pivot.
alpha = g * 0.5 / I
row(
    'cube_tips_over_edge', 'spin at the landing, rad/s', dict(kind='greatest_spin', body='cube'),
    "the solver's speeds are first order in the substep h: alpha h = 7.36 / 480 = 0.015 either way; it lands a gap early, at "
    "2.47 m/s: slower by alpha gap / 2.47",
    ['cube_tipping_over_edge', 'spin at landing from rest at the top, pivot fixed'], below=alpha * h + alpha * gap(1.0) / 2.47,
    above=alpha * h)
row(
    'cube_tips_over_edge', 'turned by in the end, rad', dict(kind='turn', body='cube', time='end'),
    '46 degrees: past the top it goes on, by 44 more; gaps tilt it by less than 1 mm / 1 m', expected=math.radians(44),
    below=0.001, covers=['cube_tipping_over_edge', 'unstable at degrees'])
row(
    'cube_falls_back', 'turned by in the end, rad', dict(kind='turn', body='cube', time='end'),
    '44 degrees: short of the top it falls back by them', expected=math.radians(44), below=0.001,
    covers=['cube_tipping_over_edge', 'unstable at degrees'])

pk = 'cylinder prism of n sides rolls on below slope (no slip)'
row(
    'prism_stays', 'turned by after 2 s at 21.5 degrees, rad', dict(kind='turn', body='prism', time='end'),
    'pi / 8 = 22.5 degrees: it stays on its face; gaps tilt it by less than 1 mm / 0.4 m', expected=0.0, below=0.0025,
    covers=['cube_tipping_over_edge', pk])
row(
    'prism_rolls_on', 'rolled by after 2 s at 23.5 degrees, rad', dict(kind='greatest_turn', body='prism', axis=2),
    'it rolls on: over two faces at least', expected=math.pi / 2, below=0, above=math.inf,
    covers=['cube_tipping_over_edge', pk])

size = (0.2 * 0.02 * 2) ** (1 / 3)
G = gap(size)
t = ref['turning_blade']['angle']
speed = 50 * (math.cos(t) - 0.1 * math.sin(t))
row(
    'turning_blade', 'impact, s', dict(kind='impact_time', index=0),
    f"early by at most gap / the corner's approach speed, {speed:.4g} m/s", ['turning_blade', 'time'], below=G / speed,
    above=1e-14)
row(
    'turning_blade', 'angle turned until then, rad', dict(kind='turn_at_impact', index=0, body='blade'),
    'the same times 50 rad/s', ['turning_blade', 'angle'], below=50 * G / speed, above=1e-12)
row(
    'turning_blade', 'furthest reach of any corner, m',
    dict(kind='reach', body='blade', direction=[1, 0, 0], half_extents=[0.1, 0.01, 1.0]),
    "the wall's face: never beyond; as near as the gap, or what a 600th of a second leaves out (40 m/s)", expected=0.6,
    below=40.4 / 600, above=0.0, covers=['turning_blade', 'wall face at x'])

# rad: the blade's face, 0.1 m from its axis, meets the corner of the post at (0.6, 0.01).
phi = math.acos(0.1 / math.hypot(0.6, 0.01)) - math.atan2(0.01, 0.6)
row(
    'turning_blade_50', 'impact with the post, s', dict(kind='impact_time', index=0),
    "the blade's face, 0.1 from its axis, meets the post's corner (0.6, 0.01): 0.6 cos t - 0.01 sin t = 0.1; early by at "
    "most gap / approach speed, 29.6 m/s",
    expected=phi / 50, below=G / 29.5, above=1e-14, covers=['turning_blade', 'blade'])

A = ref['simbenchmark_rolling']['box_acceleration']
B = ref['simbenchmark_rolling']['ball_acceleration']
lack = 0.4 * g * 35 / 10 * h
row(
    'simbenchmark_rolling', "plate's speed after 2 s, m/s",
    dict(kind='speed_along', body='plate', time=2.0, direction=[1, 0, 0]),
    "a t; friction may be lacking in the first substep: faster by mu (m + M) g h / M = 0.0286 m/s; three sweeps leave the "
    "balls' share of it (2/7 of 25 kg) behind",
    ['simbenchmark_rolling', 'box_acceleration'], scale=2, below=lack, above=lack)
row(
    'simbenchmark_rolling', "a ball's speed after 2 s, m/s",
    dict(kind='speed_along', body='ball 2 2', time=2.0, direction=[1, 0, 0]), "2/7 of the plate's, and so its error",
    ['simbenchmark_rolling', 'ball_acceleration'], scale=2, below=lack * 2 / 7, above=lack * 2 / 7)

# What the reference says of the scenes themselves has nothing to be compared with.
covered = {}
for r in R:
    for p in ([r['reference']] if 'reference' in r else []) + ([r['covers']] if 'covers' in r else []):
        covered.setdefault(p[0], set()).add(p[1])

given = {}
for key, v in ref.items():
    rest = [k for k in v if k not in covered.get(key, ())]
    if rest and key != 'heavy_top':
        given[key] = rest

out = {'rows': R, 'given': given, 'not_simulated': {'heavy_top': 'a pivot is a ball joint, and there are no joints'}}
lines = ['{', ' "method": ' + json.dumps(METHOD) + ',', ' "rows": [']
lines.append(',\n'.join(('  ' + json.dumps(r) for r in R)))
lines.append(' ],')
lines.append(' "x_given": "what the reference says of the scene itself: read to make it, nothing to compare",')
lines.append(' "given": ' + json.dumps(given) + ',')
lines.append(' "not_simulated": ' + json.dumps(out['not_simulated']))
lines.append('}')
(D / 'comparisons.json').write_text('\n'.join(lines) + '\n')
