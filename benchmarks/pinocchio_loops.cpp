// Loops over rows of states through Pinocchio's headers: its algorithms without Python's cost.
//
// The model comes as numbers from Pinocchio's own reading of the URDF file.  Only headers are used,
// so that the compiler may use all of this machine's instructions.

#include <pinocchio/algorithm/aba-derivatives.hpp>
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/regressor.hpp>
#include <pinocchio/algorithm/rnea-derivatives.hpp>
#include <pinocchio/algorithm/rnea.hpp>

#include <cstdint>

using namespace pinocchio;
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Row = Eigen::Map<const Eigen::VectorXd>;
using RowOut = Eigen::Map<Eigen::VectorXd>;
using MatrixOut = Eigen::Map<RowMajor>;

struct Robot {
    Model model;
    Data data;
};

// rows: parent, axis (0, 1, 2), rotation (9, row by row), translation (3), mass, centre of mass (3),
// tensor about it (Ixx, Ixy, Iyy, Ixz, Iyz, Izz): 24 numbers a joint
extern "C" void *make(int64_t joints, const double *rows)
{
    Model model;
    for (int64_t k = 0; k < joints; k++, rows += 24) {
        const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> R(rows + 2);
        const SE3 placement(R, Eigen::Map<const Eigen::Vector3d>(rows + 11));
        const JointIndex parent = static_cast<JointIndex>(rows[0]);
        const std::string name = "joint" + std::to_string(k);
        JointIndex joint;
        if (rows[1] == 0)
            joint = model.addJoint(parent, JointModelRX(), placement, name);
        else if (rows[1] == 1)
            joint = model.addJoint(parent, JointModelRY(), placement, name);
        else
            joint = model.addJoint(parent, JointModelRZ(), placement, name);
        const Symmetric3 tensor(rows[18], rows[19], rows[20], rows[21], rows[22], rows[23]);
        model.inertias[joint] = Inertia(rows[14], Eigen::Map<const Eigen::Vector3d>(rows + 15), tensor);
    }
    return new Robot{model, Data(model)};
}

extern "C" void rnea_rows(void *robot, int64_t N, const double *q, const double *qd, const double *qdd,
                          double *tau)
{
    auto &[model, data] = *static_cast<Robot *>(robot);
    const int64_t n = model.nv;
    for (int64_t i = 0; i < N * n; i += n)
        RowOut(tau + i, n) = rnea(model, data, Row(q + i, n), Row(qd + i, n), Row(qdd + i, n));
}

extern "C" void aba_rows(void *robot, int64_t N, const double *q, const double *qd, const double *tau,
                         double *qdd)
{
    auto &[model, data] = *static_cast<Robot *>(robot);
    const int64_t n = model.nv;
    for (int64_t i = 0; i < N * n; i += n)
        RowOut(qdd + i, n)
            = aba(model, data, Row(q + i, n), Row(qd + i, n), Row(tau + i, n), Convention::WORLD);
}

// the matrix stays in data.M, its upper half only, as the library leaves it
extern "C" void crba_kept(void *robot, int64_t N, const double *q)
{
    auto &[model, data] = *static_cast<Robot *>(robot);
    const int64_t n = model.nv;
    for (int64_t i = 0; i < N * n; i += n)
        crba(model, data, Row(q + i, n), Convention::LOCAL);
}

// both halves, written to (N, n, n)
extern "C" void crba_rows(void *robot, int64_t N, const double *q, double *M)
{
    auto &[model, data] = *static_cast<Robot *>(robot);
    const int64_t n = model.nv;
    for (int64_t i = 0; i < N * n; i += n, M += n * n) {
        crba(model, data, Row(q + i, n), Convention::LOCAL);
        data.M.triangularView<Eigen::StrictlyLower>() = data.M.transpose();
        MatrixOut(M, n, n) = data.M.transpose();  // symmetric: columns may be written as rows
    }
}

// dtau/dq and dtau/dqd side by side, written to (N, n, 2 n)
extern "C" void derivatives_rows(void *robot, int64_t N, const double *q, const double *qd,
                                 const double *qdd, double *J)
{
    auto &[model, data] = *static_cast<Robot *>(robot);
    const int64_t n = model.nv;
    for (int64_t i = 0; i < N * n; i += n, J += 2 * n * n) {
        computeRNEADerivatives(model, data, Row(q + i, n), Row(qd + i, n), Row(qdd + i, n));
        MatrixOut out(J, n, 2 * n);
        out.leftCols(n) = data.dtau_dq;
        out.rightCols(n) = data.dtau_dv;
    }
}

// the derivatives stay in data.dtau_dq and data.dtau_dv
extern "C" void derivatives_kept(void *robot, int64_t N, const double *q, const double *qd,
                                 const double *qdd)
{
    auto &[model, data] = *static_cast<Robot *>(robot);
    const int64_t n = model.nv;
    for (int64_t i = 0; i < N * n; i += n)
        computeRNEADerivatives(model, data, Row(q + i, n), Row(qd + i, n), Row(qdd + i, n));
}

// dqdd/dq and dqdd/dqd side by side and dqdd/dtau after them, written to (N, n, 3 n)
extern "C" void aba_derivatives_rows(void *robot, int64_t N, const double *q, const double *qd,
                                     const double *tau, double *J)
{
    auto &[model, data] = *static_cast<Robot *>(robot);
    const int64_t n = model.nv;
    for (int64_t i = 0; i < N * n; i += n, J += 3 * n * n) {
        computeABADerivatives(model, data, Row(q + i, n), Row(qd + i, n), Row(tau + i, n));
        data.Minv.triangularView<Eigen::StrictlyLower>() = data.Minv.transpose();
        MatrixOut out(J, n, 3 * n);
        out.leftCols(n) = data.ddq_dq;
        out.middleCols(n, n) = data.ddq_dv;
        out.rightCols(n) = data.Minv;
    }
}

// the derivatives stay in data.ddq_dq, data.ddq_dv and data.Minv, of which the upper half
extern "C" void aba_derivatives_kept(void *robot, int64_t N, const double *q, const double *qd,
                                     const double *tau)
{
    auto &[model, data] = *static_cast<Robot *>(robot);
    const int64_t n = model.nv;
    for (int64_t i = 0; i < N * n; i += n)
        computeABADerivatives(model, data, Row(q + i, n), Row(qd + i, n), Row(tau + i, n));
}

extern "C" void coriolis_rows(void *robot, int64_t N, const double *q, const double *qd, double *C)
{
    auto &[model, data] = *static_cast<Robot *>(robot);
    const int64_t n = model.nv;
    for (int64_t i = 0; i < N * n; i += n, C += n * n)
        MatrixOut(C, n, n) = computeCoriolisMatrix(model, data, Row(q + i, n), Row(qd + i, n));
}

// the matrix stays in data.C
extern "C" void coriolis_kept(void *robot, int64_t N, const double *q, const double *qd)
{
    auto &[model, data] = *static_cast<Robot *>(robot);
    const int64_t n = model.nv;
    for (int64_t i = 0; i < N * n; i += n)
        computeCoriolisMatrix(model, data, Row(q + i, n), Row(qd + i, n));
}

extern "C" void regressor_rows(void *robot, int64_t N, const double *q, const double *qd,
                               const double *qdd, double *Y)
{
    auto &[model, data] = *static_cast<Robot *>(robot);
    const int64_t n = model.nv;
    for (int64_t i = 0; i < N * n; i += n, Y += 10 * n * n)
        MatrixOut(Y, n, 10 * n) = computeJointTorqueRegressor(
            model, data, Row(q + i, n), Row(qd + i, n), Row(qdd + i, n));
}

// the regressor stays in data.jointTorqueRegressor
extern "C" void regressor_kept(void *robot, int64_t N, const double *q, const double *qd,
                               const double *qdd)
{
    auto &[model, data] = *static_cast<Robot *>(robot);
    const int64_t n = model.nv;
    for (int64_t i = 0; i < N * n; i += n)
        computeJointTorqueRegressor(model, data, Row(q + i, n), Row(qd + i, n), Row(qdd + i, n));
}
