/* The yardstick: a tight, ordinary C loop for random games of Tablut, all rules except repetition.
 *
 *   cc -O3 -march=native -shared -fPIC tablut_loop.c -o tablut_loop.so
 *
 * It draws a random piece and a random other square of the piece's row or column and accepts it if it can be reached,
 * which makes all legal moves equally likely. The occupied squares of every row and column are kept as 9-bit masks,
 * piece by piece, so that reachability is one look-up; a move list is never built. tablut_fastest.c beside this file
 * goes much further and is a record to chase, not a measure of ordinary C. */
#include <stdint.h>

enum { N = 9, SQUARES = 81, CASTLE = 40, EMPTY = 0, DEFENDER = 1, ATTACKER = 2, KING = 3 };
enum { WHITE, BLACK, CUT, PLIES };

typedef struct {
    uint8_t piece[SQUARES];      /* what stands on each square */
    uint8_t list[2][16];         /* the squares of each side's pieces */
    uint8_t slot[SQUARES];       /* where a square's piece stands in its list */
    int count[2];
    uint16_t line[2 * N];        /* occupied squares of each column, then of each row */
    int king;
} Board;

static uint8_t camp[SQUARES];              /* 0, or the number of the camp */
static uint8_t escape[SQUARES];
/* For a square's column (2 * square) and row (2 * square + 1): the line, the square's place on it, the places that a
 * piece there may not cross, and the step from place to place. */
static uint8_t line_of[2 * SQUARES], place_on[2 * SQUARES];
static uint16_t closed[2 * SQUARES];
static const int step_on[2] = {N, 1};
static uint16_t slide[N][1 << N];          /* reachable places of a line, by place and occupied places */
static Board start;
static int ready;

static int side_of(int piece) { return piece == ATTACKER ? BLACK : WHITE; }

static void put(Board *b, int square, int piece) {
    int side = side_of(piece);
    b->piece[square] = (uint8_t)piece;
    b->slot[square] = (uint8_t)b->count[side];
    b->list[side][b->count[side]++] = (uint8_t)square;
    b->line[square % N] |= (uint16_t)(1 << square / N);
    b->line[N + square / N] |= (uint16_t)(1 << square % N);
}

static inline void toggle(Board *b, int square) {
    b->line[line_of[2 * square]] ^= (uint16_t)(1 << place_on[2 * square]);
    b->line[line_of[2 * square + 1]] ^= (uint16_t)(1 << place_on[2 * square + 1]);
}

static inline void take(Board *b, int square) {
    int side = side_of(b->piece[square]);
    int last = b->list[side][--b->count[side]];
    b->list[side][b->slot[square]] = (uint8_t)last;
    b->slot[last] = b->slot[square];
    b->piece[square] = EMPTY;
    toggle(b, square);
}

static inline void move(Board *b, int from, int to) {
    int piece = b->piece[from], slot = b->slot[from];
    b->piece[from] = EMPTY;
    b->piece[to] = (uint8_t)piece;
    b->list[side_of(piece)][slot] = (uint8_t)to;
    b->slot[to] = (uint8_t)slot;
    toggle(b, from);
    toggle(b, to);
    if (piece == KING) b->king = to;
}

static void prepare(void) {
    static const int camps[4][4] = {{3, 4, 5, 13}, {75, 76, 77, 67}, {27, 36, 45, 37}, {35, 44, 53, 43}};
    for (int c = 0; c < 4; c++)
        for (int i = 0; i < 4; i++) camp[camps[c][i]] = (uint8_t)(c + 1);
    for (int s = 0; s < SQUARES; s++) {
        int r = s / N, c = s % N;
        escape[s] = (r == 0 || r == N - 1 || c == 0 || c == N - 1) && !camp[s];
        line_of[2 * s] = (uint8_t)c, place_on[2 * s] = (uint8_t)r;
        line_of[2 * s + 1] = (uint8_t)(N + r), place_on[2 * s + 1] = (uint8_t)c;
        for (int i = 0; i < N; i++)
            for (int axis = 0; axis < 2; axis++) {
                int other = axis ? r * N + i : i * N + c;
                int shut = other == CASTLE || (camp[other] && camp[other] != camp[s]);
                if (other != s && shut) closed[2 * s + axis] |= (uint16_t)(1 << i);
            }
    }
    for (int place = 0; place < N; place++)
        for (int occupied = 0; occupied < 1 << N; occupied++) {
            for (int i = place + 1; i < N && !(occupied >> i & 1); i++) slide[place][occupied] |= (uint16_t)(1 << i);
            for (int i = place - 1; i >= 0 && !(occupied >> i & 1); i--) slide[place][occupied] |= (uint16_t)(1 << i);
        }
    static const char *const rows[N] = {"...bbb...", "....b....", "....w....", "b...w...b", "bbwwkwwbb",
                                        "b...w...b", "....w....", "....b....", "...bbb..."};
    for (int s = 0; s < SQUARES; s++) {
        char sign = rows[s / N][s % N];
        if (sign == 'k') { put(&start, s, KING); start.king = s; }
        if (sign == 'w') put(&start, s, DEFENDER);
        if (sign == 'b') put(&start, s, ATTACKER);
    }
    ready = 1;
}

static inline uint64_t next(uint64_t *rng) {
    uint64_t x = *rng;
    x ^= x >> 12, x ^= x << 25, x ^= x >> 27;
    return (*rng = x) * 0x2545F4914F6CDD1DULL;
}

static int stuck(const Board *b, int side) {
    for (int i = 0; i < b->count[side]; i++)
        for (int k = 2 * b->list[side][i]; k < 2 * b->list[side][i] + 2; k++)
            if (slide[place_on[k]][b->line[line_of[k]] | closed[k]]) return 0;
    return 1;
}

/* Whether the attacker that has just moved to a square next to the king has captured him. */
static int king_caught(const Board *b, int step) {
    static const int steps[4] = {1, -1, N, -N};
    int king = b->king, around = 0;
    if (king == CASTLE || king == CASTLE + 1 || king == CASTLE - 1 || king == CASTLE + N || king == CASTLE - N) {
        for (int i = 0; i < 4; i++) around += king + steps[i] == CASTLE || b->piece[king + steps[i]] == ATTACKER;
        return around == 4;
    }
    return b->piece[king + step] == ATTACKER || camp[king + step];
}

static inline int captured(const Board *b, int mover, int victim, int beyond) {
    int piece = b->piece[victim];
    if (piece == EMPTY || piece == KING || side_of(piece) == mover) return 0;
    int other = b->piece[beyond];
    if (other != EMPTY && side_of(other) == mover) return 1;
    return beyond == CASTLE || (camp[beyond] && !camp[victim]);
}

static int play(uint64_t *rng, int64_t longest, int64_t *plies) {
    Board b = start;
    int side = WHITE;
    for (int64_t ply = 0; ply < longest; ply++) {
        int from, to, tries = 0;
        for (;;) {
            uint64_t word = next(rng);
            for (int half = 0; half < 2; half++, word <<= 32) { /* one random word serves two tries */
                unsigned drawn = (unsigned)(((word >> 32) * (unsigned)(16 * b.count[side])) >> 32);
                from = b.list[side][drawn >> 4];
                int k = 2 * from + (drawn >> 3 & 1), here = place_on[k];
                int place = (int)(drawn & 7) + ((int)(drawn & 7) >= here);
                if (slide[here][b.line[line_of[k]] | closed[k]] >> place & 1) {
                    to = from + (place - here) * step_on[k & 1];
                    goto found;
                }
            }
            if (++tries % 32 == 0 && stuck(&b, side)) { *plies += ply; return 1 - side; }
        }
    found:
        move(&b, from, to);
        int r = to / N, c = to % N;
        if (c < N - 2 && captured(&b, side, to + 1, to + 2)) take(&b, to + 1);
        if (c > 1 && captured(&b, side, to - 1, to - 2)) take(&b, to - 1);
        if (r < N - 2 && captured(&b, side, to + N, to + 2 * N)) take(&b, to + N);
        if (r > 1 && captured(&b, side, to - N, to - 2 * N)) take(&b, to - N);
        if (side == WHITE) {
            if (to == b.king && escape[to]) { *plies += ply + 1; return WHITE; }
        } else {
            int step = b.king - to;
            int next_to = step == N || step == -N || ((step == 1 || step == -1) && b.king / N == r);
            if (next_to && king_caught(&b, step)) { *plies += ply + 1; return BLACK; }
        }
        side = 1 - side;
        if (b.count[side] == 0) { *plies += ply + 1; return 1 - side; }
    }
    *plies += longest;
    return CUT;
}

int64_t tablut_playouts(uint64_t *rng, int64_t games, int64_t longest, int64_t *tally) {
    int64_t plies = 0;
    if (!ready) prepare();
    for (int64_t i = 0; i < games; i++) tally[play(rng, longest, &plies)]++;
    tally[PLIES] += plies;
    return plies;
}
